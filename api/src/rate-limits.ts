import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

const minute = 60;
const hour = 60 * minute;

/** So many times, or so much, in a window of so many seconds. */
type Allowance = { readonly times: number; readonly windowSeconds: number };

/**
 * How much is allowed, and where it is counted: in the database every process counts together and a new start forgets
 * nothing; in memory counting costs no statement, and each process counts by itself. docs/limits.md has these too, with
 * what SQL counts.
 */
export const allowances = {
  /** Passwords tried, by account **and** network: whoever guesses is stopped, and the owner, who comes from elsewhere, is not locked out. */
  signIn: { times: 10, windowSeconds: 15 * minute, storedIn: 'database' },
  /** The same by account and /48: whoever has one often has all its 65,536 networks. */
  signInSubnet: { times: 30, windowSeconds: 15 * minute, storedIn: 'database' },
  /** Passwords tried at an account from everywhere. A browser that has signed in to it before is not counted, and a link by email remains. */
  signInAccount: { times: 100, windowSeconds: hour, storedIn: 'database' },
  /** Emails that anybody can have sent, by address: about an account, and to confirm the newsletter. */
  mail: { times: 6, windowSeconds: hour, storedIn: 'database' },
  /** Look-ups that make this server ask another, by person: embeds, remote code, pictures from an address. */
  lookUp: { times: 120, windowSeconds: 10 * minute, storedIn: 'database' },
  /** Wishes for the newsletter, by network. */
  newsletter: { times: 30, windowSeconds: hour, storedIn: 'database' },
  /** Archives of courses and books, sent or downloaded, by user. */
  archives: { times: 60, windowSeconds: 10 * minute, storedIn: 'database' },
  /** Kilobytes of archives sent, by user: what they take on disk while they are read. */
  archiveKilobytes: { times: 2_000_000, windowSeconds: 24 * hour, storedIn: 'database' },
  /** Comments, by network; by person they are counted in SQL. A class behind one address has room for four comments of each of thirty people. */
  comments: { times: 120, windowSeconds: 10 * minute, storedIn: 'memory' },
  /** Books as EPUB or PDF that are started or sent, by IP address and by user. */
  books: { times: 60, windowSeconds: 10 * minute, storedIn: 'memory' },
  /** Questions about the progress of these, by IP address and by user. A page asks every two seconds; a class behind one IP address has ten. */
  bookProgress: { times: 3_000, windowSeconds: 10 * minute, storedIn: 'memory' },
  /** Words looked for, by network. */
  searches: { times: 600, windowSeconds: 10 * minute, storedIn: 'memory' },
  /** GraphQL documents that are not our pages' own, by person and by network. */
  documents: { times: 1_200, windowSeconds: 10 * minute, storedIn: 'memory' },
  /** Milliseconds of processor time that such documents take, by person and by network. */
  documentTime: { times: 60_000, windowSeconds: 10 * minute, storedIn: 'memory' },
} as const satisfies Record<string, Allowance & { storedIn: 'database' | 'memory' }>;

/**
 * What better-auth counts by itself, in the database, by network and path. Several people may share a network, so these
 * only stop a flood.
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
    '/request-password-reset': { max: 30, window: 10 * minute },
    '/send-verification-email': { max: 30, window: 10 * minute },
    // The path holds the token, each would be a count of its own; nobody finds one of these by trying.
    '/reset-password/*': false,
    '/get-session': false,
  },
} as const;

/** One budget. */
export type RateLimit = {
  /**
   * Counts once, or `amount` times, against a key. Null keys are nobody's and are not counted.
   * Returns null within the budget, else the seconds to wait.
   */
  consume(key: string | readonly string[] | null, amount?: number): Promise<number | null>;
  /** Forgets what was counted: the right password was given. */
  forget(key: string | readonly string[]): Promise<void>;
};

/** Every budget that is counted here. */
export type RateLimits = Readonly<Record<keyof typeof allowances, RateLimit>>;

/** Creates the budgets. */
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

/** Creates a budget that this process counts by itself. */
export function createMemoryRateLimit({ times: points, windowSeconds: duration }: Allowance): RateLimit {
  return asRateLimit(new RateLimiterMemory({ points, duration }));
}

/**
 * A network as the key of a budget of many; null for loopback, which is no network: behind a proxy that TRUST_PROXY
 * does not name, everybody would come from there.
 *
 * @param network as `subnetOf` says it; null or '' for a call from within the process
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

// Keys are hashed: the table then holds no mail address, and no key is too long for it.
function hash(key: string | readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(typeof key === 'string' ? [key] : key))
    .digest('base64url');
}
