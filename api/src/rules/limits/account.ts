import type { LimitFacts } from './limit-facts.ts';

/** Accounts: the numbers. */
export const accountLimits = {
  name: 80,
  email: 254,
  passwordLeast: 10,
  password: 128,
  sessions: 1000,
  attemptKey: 255,
} as const;

/** What each is counted in, why, and where the database checks it. */
export const accountFacts: LimitFacts<typeof accountLimits> = {
  name: {
    unit: 'characters',
    why: 'the name shown next to a comment',
    sql: ['app_public.users.name', 'app_private.newsletter_subscribers.first_name'],
  },
  email: {
    unit: 'characters',
    why: 'the longest email address that RFC 5321 allows',
    sql: ['auth."user".email', 'app_public.team_invitations.email', 'app_private.newsletter_subscribers.email'],
  },
  passwordLeast: { unit: 'characters', why: 'a minimum: shorter passwords are easy to guess' },
  password: { unit: 'characters', why: 'hashing longer passwords takes too much CPU time' },
  sessions: { unit: 'sessions', why: 'the newest sessions; older ones end', sql: ['auth.trim_sessions'] },
  attemptKey: { unit: 'characters', why: 'a hash and the name of its rate limit', sql: ['auth.attempts.key'] },
};
