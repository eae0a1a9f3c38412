import type { LimitFacts } from './limit-facts.ts';

/** Limits of accounts. */
export const accountLimits = {
  name: 80,
  email: 254,
  passwordLeast: 10,
  password: 128,
  sessions: 1000,
  attemptKey: 255,
} as const;

/** Unit, reason and database checks of each limit. */
export const accountFacts: LimitFacts<typeof accountLimits> = {
  name: {
    unit: 'characters',
    why: 'the longest name shown next to a comment',
    sql: ['app_public.users.name', 'app_private.newsletter_subscribers.first_name'],
  },
  email: {
    unit: 'characters',
    why: 'the longest email address of RFC 5321',
    sql: ['auth."user".email', 'app_public.team_invitations.email', 'app_private.newsletter_subscribers.email'],
  },
  passwordLeast: { unit: 'characters', why: 'the minimum: shorter passwords are easy to guess' },
  password: { unit: 'characters', why: 'hashing longer ones takes the server too long' },
  sessions: { unit: 'sessions', why: 'older sessions end', sql: ['auth.trim_sessions'] },
  attemptKey: { unit: 'characters', why: 'a hash and the name of its rate limit', sql: ['auth.attempts.key'] },
};
