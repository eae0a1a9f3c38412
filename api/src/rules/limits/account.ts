import type { LimitFacts } from './limit-facts.ts';

/** Limits of accounts. */
export const accountLimits = {
  name: 80,
  email: 254,
  passwordLeast: 10,
  password: 128,
  sessions: 1000,
  secondStepCode: 50,
  passkeys: 20,
  passkeyId: 1400,
  passkeyKey: 2000,
  passkeyTransports: 10,
  attemptKey: 255,
  accessTokens: 50,
  tokenClient: 200,
} as const;

/** Unit, reason and database checks of each limit. */
export const accountFacts: LimitFacts<typeof accountLimits> = {
  name: {
    unit: 'characters',
    why: 'the name shown next to a comment',
    sql: ['app_public.users.name', 'app_private.newsletter_subscribers.first_name', 'auth.passkeys.name', 'app_public.access_tokens.name'],
  },
  email: {
    unit: 'characters',
    why: 'the longest email address that RFC 5321 allows',
    sql: [
      'auth."user".email',
      'auth.email_changes.new_email',
      'app_public.team_invitations.email',
      'app_public.gifts.recipient_email',
      'app_private.begin_checkout',
      'app_private.add_gift_link',
      'app_private.newsletter_subscribers.email',
    ],
  },
  passwordLeast: { unit: 'characters', why: 'a minimum: shorter passwords are easy to guess' },
  password: { unit: 'characters', why: 'hashing longer passwords takes too much CPU time' },
  sessions: { unit: 'sessions', why: 'the newest sessions; older ones end', sql: ['auth.trim_sessions'] },
  secondStepCode: { unit: 'characters', why: 'a code of an authenticator app or a recovery code, with the spaces that people type' },
  passkeys: { unit: 'passkeys', why: 'more than the devices that anyone has', sql: ['auth.limit_passkeys'] },
  passkeyId: { unit: 'characters', why: 'the longest ID of WebAuthn, 1,023 bytes, in base64url', sql: ['auth.passkeys.credential_id'] },
  passkeyKey: { unit: 'bytes', why: 'an RSA key of 4,096 bits takes a third of it', sql: ['auth.passkeys.public_key'] },
  passkeyTransports: { unit: 'ways', why: 'WebAuthn has six ways to reach a device', sql: ['auth.passkeys.transports'] },
  attemptKey: { unit: 'characters', why: 'a hash and the name of its rate limit', sql: ['auth.attempts.key'] },
  accessTokens: {
    unit: 'access tokens',
    why: 'more than the programs that anyone runs; expired ones count for 30 days',
    sql: ['auth.create_access_token'],
  },
  tokenClient: { unit: 'characters', why: 'the start of the User-Agent of a program', sql: ['app_public.access_tokens.last_client'] },
};
