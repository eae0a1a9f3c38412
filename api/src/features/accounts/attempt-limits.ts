import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

/** Limits of our own, kept in the database, so that every process counts together. */
export type AttemptLimits = {
  /** Counts a try to sign in to an account from a network. */
  readonly signIn: AttemptLimit;
  /** Counts a mail to an address. */
  readonly mail: AttemptLimit;
  /** Counts a look-up that makes this server ask another, by person: embeds, remote code, images from an address. */
  readonly lookUp: AttemptLimit;
  /** Counts a wish for the newsletter, by network. */
  readonly newsletter: AttemptLimit;
};

/** One limit: so many tries in a window. */
export type AttemptLimit = {
  /** Counts one try. Returns null when it is within the limit, else the seconds to wait. */
  consume(...key: readonly string[]): Promise<number | null>;
  /** Forgets the tries of a key: the right password was given. */
  forget(...key: readonly string[]): Promise<void>;
};

/**
 * Creates the limits.
 *
 * A wrong password counts by account **and** network: whoever guesses is stopped after ten, and the owner, who comes
 * from elsewhere, is not locked out.
 */
export function createAttemptLimits(pool: Pool): AttemptLimits {
  return {
    signIn: createLimit(pool, 'sign-in', { tries: 10, windowSeconds: 15 * 60 }),
    mail: createLimit(pool, 'mail', { tries: 6, windowSeconds: 60 * 60 }),
    lookUp: createLimit(pool, 'look-up', { tries: 120, windowSeconds: 10 * 60 }),
    newsletter: createLimit(pool, 'newsletter', { tries: 30, windowSeconds: 60 * 60 }),
  };
}

function createLimit(pool: Pool, keyPrefix: string, { tries, windowSeconds }: { tries: number; windowSeconds: number }): AttemptLimit {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'client',
    schemaName: 'auth',
    tableName: 'attempts',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix,
    points: tries,
    duration: windowSeconds,
  });
  return {
    async consume(...key) {
      try {
        await limiter.consume(hash(key));
        return null;
      } catch (error) {
        if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
        throw error;
      }
    },
    async forget(...key) {
      await limiter.delete(hash(key));
    },
  };
}

// Keys are hashed: the table then holds no mail address, and no key is too long for it.
function hash(key: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(key)).digest('base64url');
}
