import autocannon from 'autocannon';
import { median } from './median.ts';

type Sent = {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
};

/** A kind of request that is sent repeatedly. */
export type Target = Sent & {
  name: string;
  /** A second request on the same connection; both together count as one. */
  next?: Sent;
};

/** The result of one round of load. */
export type Round = { perSecond: number; p50Ms: number; p99Ms: number };

/** Rounds of one target, and their medians. */
export type Measured = { target: Target; rounds: Round[]; median: Round; spread: number };

/** The number of open connections. */
const CONNECTIONS = 8;
const WARM_UP_SECONDS = 2;

/**
 * Measures targets alternately, A B A B …, so that a machine whose speed drifts treats them alike. The first, shorter round is a warm-up
 * and doesn't count.
 */
export async function measureInTurn(targets: readonly Target[], options: { rounds: number; seconds: number }): Promise<Measured[]> {
  const rounds = new Map<Target, Round[]>(targets.map((target) => [target, []]));
  for (const target of targets) {
    await sendOnce(target);
    await sendMany(target, { duration: Math.min(WARM_UP_SECONDS, options.seconds) });
  }
  for (let round = 0; round < options.rounds; round++) {
    for (const target of targets) rounds.get(target)?.push(await sendMany(target, { duration: options.seconds }));
  }
  return targets.map((target) => {
    const all = rounds.get(target) ?? [];
    const speeds = all.map((round) => round.perSecond);
    return {
      target,
      rounds: all,
      median: { perSecond: median(speeds), p50Ms: median(all.map((round) => round.p50Ms)), p99Ms: median(all.map((round) => round.p99Ms)) },
      spread: (Math.max(...speeds) - Math.min(...speeds)) / median(speeds),
    };
  });
}

/** Sends requests over a few open connections as fast as they're answered, for some seconds or a number of times. */
export async function sendMany(target: Target, howLong: { duration: number } | { amount: number }): Promise<Round> {
  const result = await autocannon({
    url: target.url,
    requests: [target, ...(target.next ? [target.next] : [])].map(({ url, method = 'GET', headers = {}, body }) => {
      const { pathname, search } = new URL(url);
      return { path: pathname + search, method, headers, ...(body !== undefined && { body }) };
    }),
    connections: CONNECTIONS,
    ...howLong,
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${target.name}: ${failed} of ${result.requests.total} requests did not answer 2xx at ${target.url}`);
  const seconds = (result.finish.getTime() - result.start.getTime()) / 1000;
  return { perSecond: result.requests.total / seconds / (target.next ? 2 : 1), p50Ms: result.latency.p50, p99Ms: result.latency.p99 };
}

/** Does two things in turn, and returns the median time of each in milliseconds. The first round doesn't count. */
export async function mediansInTurn(
  work: readonly [() => Promise<unknown>, () => Promise<unknown>],
  count: number,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round <= count; round++) {
    for (const which of [0, 1] as const) {
      const startedAt = performance.now();
      await work[which]();
      if (round > 0) times[which].push(performance.now() - startedAt);
    }
  }
  return [median(times[0]), median(times[1])];
}

/** Sends requests one after the other and returns the median of their times in milliseconds. The first doesn't count. */
export async function timeEach(target: Target, count: number): Promise<number> {
  await sendOnce(target);
  const times: number[] = [];
  for (let sent = 0; sent < count; sent++) {
    const startedAt = performance.now();
    await sendOnce(target);
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

/**
 * Sends one request.
 *
 * @throws if the answer isn't 2xx, or is GraphQL's with errors: a fast rejection must not count as speed
 */
export async function sendOnce(target: Target): Promise<string> {
  const { method = 'GET', headers = {}, body } = target;
  const response = await fetch(target.url, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  if (!response.ok || text.startsWith('{"errors"')) {
    throw new Error(`${target.name}: expected an answer without errors at ${target.url}, got ${response.status} ${text.slice(0, 500)}`);
  }
  return text;
}
