import type { LimitFacts } from './limit-facts.ts';

/** Profiles: the numbers. */
export const profileLimits = {
  username: 40,
  job: 120,
  biography: 2000,
  account: 60,
  timeZone: 64,
} as const;

/** What each is counted in, why, and where the database checks it. */
export const profileFacts: LimitFacts<typeof profileLimits> = {
  username: { unit: 'characters', why: 'part of a URL; SQL also checks it with a pattern' },
  job: {
    unit: 'characters',
    why: 'an employment title or an employer, on one line',
    sql: ['app_public.users.employment_title', 'app_public.users.employer_name'],
  },
  biography: { unit: 'characters', why: 'a few paragraphs', sql: ['app_public.users.biography'] },
  account: { unit: 'characters', why: 'a username at GitHub or Twitter; SQL also checks it with a pattern' },
  timeZone: {
    unit: 'characters',
    why: 'more than the longest name in the time zone database',
    sql: ['app_public.user_settings.time_zone', 'app_public.study_days.time_zone', 'app_public.use_browser_time_zone'],
  },
};
