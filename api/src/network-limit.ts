import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts something that a network does: null within the limit, else the seconds to wait. */
export type NetworkLimit = (network: string | null | undefined) => Promise<number | null>;

/**
 * A limit for the many accounts, or none, of one network. It is counted in memory, so that it costs no statement, and each process counts by itself.
 * Loopback is no network: behind a proxy that TRUST_PROXY does not name, everybody would come from there.
 */
export function createNetworkLimit({ times, windowSeconds }: { readonly times: number; readonly windowSeconds: number }): NetworkLimit {
  const limiter = new RateLimiterMemory({ points: times, duration: windowSeconds });
  return async (network) => {
    if (!network || network.startsWith('127.') || /^(?:0{1,4}:){7}/.test(network)) return null;
    try {
      await limiter.consume(network);
      return null;
    } catch (error) {
      if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      throw error;
    }
  };
}
