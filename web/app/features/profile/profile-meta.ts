import { site } from '@newline/api/rules/site/site';
import { workOf } from '../../shared/people/work-of.ts';
import type { ProfileFacts } from './load-profile.server.ts';
import { descriptionTag } from '../../shared/head/description.ts';

/** Returns the description of a user: their biography, otherwise their work. */
export function profileDescription(profile: ProfileFacts): string {
  return profile.biography ?? (workOf(profile) || `${profile.displayName} at ${site.name}.`);
}

/** Returns the title and description of a profile. */
export function profileMeta(profile: ProfileFacts) {
  return [{ title: `${profile.displayName} · ${site.name}` }, descriptionTag(profileDescription(profile))];
}
