import { Agent, request } from 'node:http';
import type { Figure } from '../figure.ts';
import { median } from '../median.ts';
import { untilIdle } from '../until-idle.ts';
import type { Suite } from './suite.ts';

const clients = 10;
const documentsEach = 2;
/** The rate of page requests, which doesn't depend on the answers: slow pages are waited for and counted. */
const pagesPerSecond = 100;

/**
 * Measures a cached page while clients send the most expensive queries within the limits: twenty at the same time, all different, from ten
 * subnets. Compares the 99th percentile of the page's response times until the last query is answered with the percentile without queries.
 */
export const adHocQueries: Suite = async ({ site, pace, isQuick, say }) => {
  say(`adhoc: a cached page during ${clients * documentsEach} expensive queries from ${clients} subnets`);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const page = new URL('/', site.origin);
  const seconds = isQuick ? 2 : 10;
  const alone: number[] = [];
  const beside: number[] = [];
  try {
    await timesOf(page, agent, 1);
    for (let round = 0; round < pace.rounds; round++) {
      await untilIdle(site);
      alone.push(slowestHundredth(await timesOf(page, agent, seconds)));
      const [times, tookMs] = await Promise.all([timesOf(page, agent, seconds), askAtOnce(site.origin, round)]);
      const meanwhile = times.slice(0, Math.ceil((tookMs / 1000) * pagesPerSecond));
      say(`adhoc: the queries took ${Math.round(tookMs)} ms`);
      beside.push(slowestHundredth(meanwhile));
    }
  } finally {
    agent.destroy();
  }
  const figure: Figure = {
    suite: 'adhoc',
    name: 'slowest hundredth of a cached page, beside 20 dear documents',
    value: median(beside),
    unit: 'ms',
    floor: { name: 'the same, alone', value: median(alone) },
    ratio: median(beside) / median(alone),
    goal: { must: 2, aim: 1.3, isUpperBound: true },
  };
  return [figure];
};

/** Returns the times, in milliseconds, of answers for a page that is requested at an even rate. */
function timesOf(page: URL, agent: Agent, seconds: number): Promise<number[]> {
  const startsAt = performance.now();
  return Promise.all(
    Array.from({ length: seconds * pagesPerSecond }, async (_, n) => {
      const dueAt = startsAt + (n * 1000) / pagesPerSecond;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueAt - performance.now())));
      const sentAt = performance.now();
      const status = await send(page, { agent });
      if (status !== 200) throw new Error(`adhoc: expected 200 at ${page.href}, got ${status}`);
      return performance.now() - sentAt;
    }),
  );
}

function slowestHundredth(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0;
}

/**
 * Lets all clients send their queries at the same time, each client one after the other from its own loopback address.
 *
 * @returns the milliseconds until the last answer
 */
async function askAtOnce(origin: string, round: number): Promise<number> {
  const startedAt = performance.now();
  const url = new URL('/graphql', origin);
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let nth = 0; nth < documentsEach; nth++) {
        const body = JSON.stringify({ query: dearDocument(round * clients * documentsEach + client * documentsEach + nth) });
        const status = await send(url, { localAddress: `127.0.0.${client + 2}`, body, origin });
        if (status !== 200) throw new Error(`adhoc: expected 200 for a dear document, got ${status}`);
      }
    }),
  );
  return performance.now() - startedAt;
}

/** Returns a query that is as expensive as the limits allow, different for each number. */
function dearDocument(n: number): string {
  const fields = Array.from(
    { length: 14 },
    (_, alias) =>
      `a${n}_${alias}: clips(first: 1, offset: ${alias + n}) { nodes { title course { title courseLessons(first: 1) { nodes { lesson { title slug } } } } } }`,
  );
  return `{ ${fields.join(' ')} }`;
}

function send(url: URL, options: { agent?: Agent; localAddress?: string; body?: string; origin?: string }): Promise<number> {
  const { agent, localAddress, body, origin } = options;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method: body === undefined ? 'GET' : 'POST',
        ...(agent && { agent }),
        ...(localAddress !== undefined && { localAddress, family: 4 }),
        headers: body === undefined ? {} : { 'content-type': 'application/json', ...(origin !== undefined && { origin }) },
      },
      (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
