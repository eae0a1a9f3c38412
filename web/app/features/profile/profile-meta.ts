import { site } from '../../../../site.config.ts';
import type { ProfileFacts } from './load-profile.server.ts';

/** Title and description of a profile. */
export function profileMeta(profile: ProfileFacts) {
  const work = [profile.employmentTitle, profile.employerName].filter(Boolean).join(' at ');
  return [
    { title: `${profile.displayName} · ${site.name}` },
    { name: 'description', content: profile.biography ?? (work || `${profile.displayName} at ${site.name}.`) },
  ];
}
