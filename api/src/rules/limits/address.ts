import type { LimitFacts } from './limit-facts.ts';

/** URLs: the numbers. */
export const addressLimits = {
  slug: 120,
  permalink: 250,
  web: 2000,
} as const;

/** What each is counted in, why, and where the database checks it. */
export const addressFacts: LimitFacts<typeof addressLimits> = {
  slug: { unit: 'characters', why: 'the readable last part of a URL', sql: ['app_public.slug'] },
  permalink: { unit: 'characters', why: 'two slugs with their slashes', sql: ['app_public.permalinks.path'] },
  web: {
    unit: 'characters',
    why: 'what browsers and proxies accept',
    sql: ['app_public.web_address', 'app_public.media_address', 'app_public.video_address', 'app_private.add_user'],
  },
};
