import { sources } from '../../../../sources.config.ts';
import type { Faults } from '../../shared/form/faults.ts';
import type { OwnProfile } from './account-documents.ts';

/** Returns the first invalid field of a profile with a message; null when all are valid. The database validates it again. */
export function checkProfile(profile: OwnProfile): Faults | null {
  if (!/^[a-z0-9](?:[a-z0-9_-]{0,38}[a-z0-9])?$/.test(profile.username)) {
    return { username: 'Use 1 to 40 letters, digits, hyphens and underscores. Start and end with a letter or digit.' };
  }
  for (const field of ['websiteUrl', 'linkedInUrl'] as const) {
    const url = profile[field];
    if (url !== null && !isWebAddress(url)) return { [field]: 'Enter a full URL that starts with https://.' };
  }
  for (const field of ['githubUsername', 'twitterUsername'] as const) {
    const name = profile[field];
    if (name !== null && !/^[A-Za-z0-9_.-]{1,60}$/.test(name)) return { [field]: 'Enter just the username, without @ or a URL.' };
  }
  if (profile.profileImageUrl !== null && !isAllowedImage(profile.profileImageUrl)) {
    return {
      profileImageUrl: `Only images from ${sources.img.map((source) => new URL(source).host).join(', ')} are shown.`,
    };
  }
  return null;
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

/** True for a file of this site, or a URL at a host that pages may load images from. */
function isAllowedImage(text: string): boolean {
  if (/^\/media(?:\/[\w~@+=,-][\w~@+=,.-]*)+$/.test(text)) return true;
  return text.startsWith('https://') && URL.canParse(text) && (sources.img as readonly string[]).includes(new URL(text).origin);
}
