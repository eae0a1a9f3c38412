import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A request that didn't get the expected response. They are numbered as they are sent. */
export type FailedRequest = { number: number; name: string; reason: string };

export type SteadyRequests = {
  /** The number of requests so far. */
  sent: () => number;
  /** Ends, and returns what was sent, how many per second, and what failed. */
  stop: () => Promise<{ sent: number; rate: number; failed: FailedRequest[] }>;
};

/** The most requests that wait for their responses. A machine that can't keep up with the rate gets fewer requests. */
const mostRunning = 100;

/** Sends requests at a steady rate: public pages, pages rendered for the request, and queries by POST. */
export function sendSteadily(origin: string, { perSecond }: { perSecond: number }): SteadyRequests {
  const running = new Set<Promise<void>>();
  const failed: FailedRequest[] = [];
  const documents = JSON.parse(readFileSync(new URL('../../build/known-documents.json', import.meta.url), 'utf8')) as Record<
    string,
    string
  >;
  const documentId = Object.keys(documents).find((hash) => documents[hash]?.includes('query viewer'));
  const requests = [
    { name: 'GET /', send: () => fetch(`${origin}/`), status: 200, text: '</html>' },
    { name: 'GET /courses', send: () => fetch(`${origin}/courses`), status: 200, text: '</html>' },
    { name: 'GET a page without a cache', send: () => fetch(`${origin}/courses/${randomUUID()}`), status: 404, text: '</html>' },
    {
      name: 'POST /graphql',
      send: () =>
        fetch(`${origin}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json', origin },
          body: JSON.stringify({ documentId, variables: {} }),
        }),
      status: 200,
      text: '"data":{',
    },
  ];
  let sent = 0;
  const beganAt = performance.now();

  async function sendNext(): Promise<void> {
    const request = requests[sent % requests.length];
    if (!request) return;
    sent += 1;
    const number = sent;
    const fail = (reason: string) => failed.push({ number, name: request.name, reason });
    try {
      const response = await request.send();
      const text = await response.text();
      if (response.status !== request.status || !text.includes(request.text)) fail(`${response.status} ${text.slice(0, 100)}`);
    } catch (error) {
      fail(error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error));
    }
  }

  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - beganAt) / 1000) * perSecond) - sent;
    for (let n = 0; n < due && running.size < mostRunning; n += 1) {
      const one = sendNext().finally(() => running.delete(one));
      running.add(one);
    }
  }, 5);
  return {
    sent: () => sent,
    async stop() {
      clearInterval(timer);
      const rate = Math.round(sent / ((performance.now() - beganAt) / 1000));
      await Promise.all(running);
      return { sent, rate, failed };
    },
  };
}
