import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

const minute = 60;
const hour = 60 * minute;

/** A number of times, or an amount, in a window of seconds. */
type Allowance = { readonly times: number; readonly windowSeconds: number };

/**
 * All rate limits, and where they are counted: in the database, all processes count together and a restart keeps the counts; in memory,
 * counting needs no statement, and each process counts alone. docs/limits.md lists them, with those that SQL counts.
 */
export const allowances = {
  /** Passwords tried, by account **and** subnet: stops an attacker without locking out the owner, who has another IP address. */
  signIn: { times: 10, windowSeconds: 15 * minute, storedIn: 'database' },
  /** Passwords tried by account and /48: an attacker who has one often has all its 65,536 subnets. */
  signInSubnet: { times: 30, windowSeconds: 15 * minute, storedIn: 'database' },
  /**
   * Passwords tried for an account from anywhere. Browsers that have signed in to it before aren't counted, and sign-in links still work.
   */
  signInAccount: { times: 100, windowSeconds: hour, storedIn: 'database' },
  /** Codes tried at the second step of signing in, by account and subnet: stops an attacker without locking out the owner, who has another IP address. */
  secondStep: { times: 10, windowSeconds: 15 * minute, storedIn: 'database' },
  /** The same by account and /48. */
  secondStepSubnet: { times: 30, windowSeconds: 15 * minute, storedIn: 'database' },
  /** Codes of an app tried at an account from anywhere. Browsers that have signed in to it before, and recovery codes, aren't counted. */
  secondStepAccount: { times: 30, windowSeconds: hour, storedIn: 'database' },
  /** Emails that anyone can trigger, by email address: about an account, and to confirm the newsletter. */
  mail: { times: 6, windowSeconds: hour, storedIn: 'database' },
  /** Changes of email address requested, by account: each sends an email to an address that its owner may not have chosen. */
  emailChange: { times: 6, windowSeconds: hour, storedIn: 'database' },
  /** Lookups that make this server request another one, by user: embeds, remote code, images from a URL. */
  lookUp: { times: 120, windowSeconds: 10 * minute, storedIn: 'database' },
  /** Newsletter sign-ups, by subnet. */
  newsletter: { times: 30, windowSeconds: hour, storedIn: 'database' },
  /** Archives of courses and books, sent or downloaded, by user. */
  archives: { times: 60, windowSeconds: 10 * minute, storedIn: 'database' },
  /** Kilobytes of archives sent, by user: the disk space that they need while they are read. */
  archiveKilobytes: { times: 2_000_000, windowSeconds: 24 * hour, storedIn: 'database' },
  /** Comments, by subnet; SQL counts them by user. Enough for four comments each of a class of thirty with one IP address. */
  comments: { times: 120, windowSeconds: 10 * minute, storedIn: 'memory' },
  /** EPUB and PDF exports that are started or sent, by IP address and by user. */
  books: { times: 60, windowSeconds: 10 * minute, storedIn: 'memory' },
  /**
   * Requests for the progress of exports, by IP address and by user. A page sends one every two seconds; enough for ten pages with one IP
   * address.
   */
  bookProgress: { times: 3_000, windowSeconds: 10 * minute, storedIn: 'memory' },
  /** Badges of certificates, their status and the keys that verify them, by subnet. */
  badges: { times: 600, windowSeconds: 10 * minute, storedIn: 'memory' },
  /** Requests with an access token that is invalid, by subnet. Tokens can't be guessed; each try costs a lookup. */
  failedTokens: { times: 60, windowSeconds: 10 * minute, storedIn: 'memory' },
  /** Searches, by subnet. */
  searches: { times: 600, windowSeconds: 10 * minute, storedIn: 'memory' },
  /** Ad-hoc GraphQL queries, by user and by subnet. */
  documents: { times: 1_200, windowSeconds: 10 * minute, storedIn: 'memory' },
  /** Milliseconds of CPU time of ad-hoc queries, by user and by subnet. */
  documentTime: { times: 60_000, windowSeconds: 10 * minute, storedIn: 'memory' },
} as const satisfies Record<string, Allowance & { storedIn: 'database' | 'memory' }>;

/**
 * The limits of better-auth, which it counts in the database by IP address and path. Several users may share an IP address, so these only
 * stop floods.
 */
export const accountRequests = {
  usually: { max: 240, window: minute },
  byPath: {
    '/sign-in/email': { max: 100, window: 5 * minute },
    '/sign-in/magic-link': { max: 30, window: 10 * minute },
    '/sign-in/social': { max: 60, window: 10 * minute },
    '/magic-link/verify': { max: 100, window: 10 * minute },
    '/change-password': { max: 30, window: 10 * minute },
    '/sign-up/email': { max: 40, window: 10 * minute },
    '/passkeys/sign-in-options': { max: 60, window: 10 * minute },
    '/passkeys/sign-in': { max: 60, window: 10 * minute },
    '/passkeys/options': { max: 30, window: 10 * minute },
    '/access-tokens/create': { max: 30, window: 10 * minute },
    '/second-step/begin': { max: 30, window: 10 * minute },
    '/second-step/verify': { max: 60, window: 10 * minute },
    '/email-change/request': { max: 30, window: 10 * minute },
    '/request-password-reset': { max: 30, window: 10 * minute },
    '/send-verification-email': { max: 30, window: 10 * minute },
    // The path contains the token, so each would be counted separately; tokens can't be guessed.
    '/reset-password/*': false,
    '/get-session': false,
  },
} as const;

/** A rate limit. */
export type RateLimit = {
  /** Counts once, or `amount` times, for a key. A null key isn't counted. Returns null within the limit, otherwise the seconds to wait. */
  consume(key: string | readonly string[] | null, amount?: number): Promise<number | null>;
  /** Resets the count of a key, after the right password was entered. */
  forget(key: string | readonly string[]): Promise<void>;
};

/** All rate limits that are counted here. */
export type RateLimits = Readonly<Record<keyof typeof allowances, RateLimit>>;

/** Creates the rate limits. */
export function createRateLimits(pool: Pool): RateLimits {
  const rateLimits = Object.entries(allowances).map(([name, { storedIn, ...allowance }]) => [
    name,
    storedIn === 'memory' ? createMemoryRateLimit(allowance) : createDatabaseRateLimit(pool, name, allowance),
  ]);
  return Object.fromEntries(rateLimits) as RateLimits;
}

function createDatabaseRateLimit(pool: Pool, keyPrefix: string, { times: points, windowSeconds: duration }: Allowance): RateLimit {
  const table = { storeType: 'client', schemaName: 'auth', tableName: 'attempts', tableCreated: true, clearExpiredByTimeout: false };
  return asRateLimit(new RateLimiterPostgres({ storeClient: pool, ...table, keyPrefix, points, duration }));
}

/** Creates a rate limit that only this process counts. */
export function createMemoryRateLimit({ times: points, windowSeconds: duration }: Allowance): RateLimit {
  return asRateLimit(new RateLimiterMemory({ points, duration }));
}

/**
 * Returns a subnet as the key of rate limits; null for loopback addresses: behind a proxy that TRUST_PROXY doesn't count, all requests
 * would come from there.
 * @param subnet the result of `subnetOf`; null or '' for a call from within the process
 */
export function countedSubnet(subnet: string | null | undefined): string | null {
  return !subnet || subnet.startsWith('127.') || /^(?:0{1,4}:){7}/.test(subnet) ? null : subnet;
}

function asRateLimit(limiter: RateLimiterMemory | RateLimiterPostgres): RateLimit {
  return {
    async consume(key, amount = 1) {
      if (key === null) return null;
      try {
        await limiter.consume(hash(key), amount);
        return null;
      } catch (error) {
        if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
        throw error;
      }
    },
    async forget(key) {
      await limiter.delete(hash(key));
    },
  };
}

// Keys are hashed, so that the table contains no email addresses and no key is too long.
function hash(key: string | readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(typeof key === 'string' ? [key] : key))
    .digest('base64url');
}
