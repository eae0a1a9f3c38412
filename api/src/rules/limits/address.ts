import type { LimitFacts } from './limit-facts.ts';

/** Limits of URLs. */
export const addressLimits = {
  slug: 120,
  permalink: 250,
  web: 2000,
} as const;

/** Unit, reason and database checks of each limit. */
export const addressFacts: LimitFacts<typeof addressLimits> = {
  slug: { unit: 'characters', why: 'the readable last part of a URL', sql: ['app_public.slug'] },
  permalink: { unit: 'characters', why: 'two slugs with their slashes', sql: ['app_public.permalinks.path'] },
  web: {
    unit: 'characters',
    why: 'what browsers and proxies accept',
    sql: [
      'app_public.web_address',
      'app_public.media_address',
      'app_public.video_address',
      'app_private.add_user',
      'app_private.is_logo_list',
    ],
  },
};
