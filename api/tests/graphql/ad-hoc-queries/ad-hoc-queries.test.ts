import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createMemoryRateLimit } from '@newline/api/rate-limits';
import { createAdHocQueries, type AdHocRequest } from '@newline/api/graphql/ad-hoc-queries/ad-hoc-queries';
import { createQueryWorker } from '@newline/api/graphql/ad-hoc-queries/query-worker';
import { createMaskError } from '@newline/api/errors/mask-error';
import { createLog } from '@newline/api/log';
import { visitor } from '@newline/api/viewer';
import type { GraphQLAnswer } from '../../browser.ts';
import { signUp } from '../../people.ts';
import { makeClips, makeCourse } from '../../rows.ts';
import { startTestApi, type TestApi } from '../../start-test-api.ts';

let apart: TestApi;
let beside: TestApi;
beforeAll(async () => {
  [apart, beside] = await Promise.all([startTestApi({ hasQueryWorker: true, trustProxy: 1 }), startTestApi({ trustProxy: 1 })]);
  for (const site of [apart, beside]) await makeClips(site.db, await makeCourse(site.db), 3);
});
afterAll(() => Promise.all([apart.stop(), beside.stop()]));

const isFullRun = Boolean(process.env['NEWLINE_TEST_FULL']);

/** Returns a different query each time, of about a kilobyte, that takes long to plan. */
function hostile(number: number): string {
  const lists = Array.from(
    { length: 14 },
    (_, n) =>
      `a${n}: clips(first: 1, offset: ${number * 20 + n}) { nodes { title course { title courseLessons(first: 1) { nodes { lesson { title slug } } } } } }`,
  );
  return `{ ${lists.join(' ')} }`;
}

/** Returns the CPU time of the main thread during some work, in milliseconds. */
async function ownTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

describe('ad-hoc queries @API-04', () => {
  test('get the same answers as persisted ones: rows, permissions, and errors with their positions', async () => {
    for (const site of [apart, beside]) {
      const { browser: person, userId } = await signUp(site, `guest-${randomUUID()}@example.com`, 'Guest');
      expect(await person.graphql('{ viewer { id } }')).toEqual({ status: 200, data: { viewer: { id: userId } } });
      expect(await site.newBrowser().graphql('{ viewer { id } }')).toEqual({ status: 200, data: { viewer: null } });
      const clips = await person.graphql('query a($n: Int) { clips(first: $n) { nodes { title } } }', { n: 2 });
      expect(clips.data).toEqual({ clips: { nodes: [{ title: 'Clip 3' }, { title: 'Clip 2' }] } });

      const wrong = await person.graphql('{\n  clips { nodes { titel } }\n}');
      expect(wrong.status).toBe(400);
      expect(wrong.errors).toEqual([
        { message: 'Cannot query field "titel" on type "Clip".', locations: [{ line: 2, column: 19 }], extensions: {} },
      ]);
      const variable = await person.graphql('query a($n: Int) { clips(first: $n) { nodes { title } } }', { n: 'two' });
      expect(variable.status).toBe(400);
      expect(variable.errors?.[0]?.message).toMatch(/first must be 1 to 100, got "two"/);
      const written = await person.graphql(
        'mutation { toggleLike(input: { clipId: "00000000-0000-7000-8000-000000000000" }) { like { id } } }',
      );
      expect(written.errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  test('twenty that are hard to plan don’t slow down the thread that serves pages', async () => {
    const send = (site: TestApi) => async () => {
      const rounds = [0, 10].map((first) => Array.from({ length: 10 }, (_, n) => hostile(first + n)));
      const answers: GraphQLAnswer<object>[] = [];
      for (const round of rounds) answers.push(...(await Promise.all(round.map((document) => site.newBrowser().graphql(document)))));
      return answers;
    };
    let answers: readonly GraphQLAnswer<object>[] = [];
    const withThread = await ownTime(async () => (answers = await send(apart)()));
    expect(answers.flatMap(({ errors }) => errors ?? [])).toEqual([]);
    const without = await ownTime(send(beside));
    expect(withThread).toBeLessThan(without / 3);
  });

  test.runIf(process.platform === 'linux')('only the query worker runs at a lower priority', async () => {
    await apart.newBrowser().graphql('{ clipTotals { shorts } }');
    const tasks = await readdir('/proc/self/task');
    const nices = await Promise.all(
      tasks.map(async (task) => {
        const stat = await readFile(`/proc/self/task/${task}/stat`, 'utf8').catch(() => null);
        return { task, nice: stat === null ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]) };
      }),
    );
    const usual = Number((await readFile('/proc/self/stat', 'utf8')).replace(/^.*\) /s, '').split(' ')[16]);
    expect(nices.filter(({ nice }) => nice === usual + 5)).toHaveLength(1);
  });

  test('more than sixteen at the same time from one subnet are queued; another subnet’s aren’t', async () => {
    const from = (address: string, n: number) =>
      apart.newBrowser().post('/graphql', { query: hostile(100 + n) }, { 'x-forwarded-for': address });
    const answers = await Promise.all([...Array.from({ length: 24 }, (_, n) => from('198.51.100.7', n)), from('203.0.113.9', 30)]);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    expect(refused[0]?.json().errors?.[0]).toMatchObject({ extensions: { code: 'TOO_MANY', retryAfterSeconds: 1 } });
    expect(answers.at(-1)?.json().errors).toBeUndefined();
    expect((await from('198.51.100.7', 40)).status).toBe(200);
  });

  test('more than 5 MB is refused, both of rows and of the response @API-04', async () => {
    for (const site of [apart, beside]) {
      const course = await makeCourse(site.db);
      await makeClips(site.db, course, 60);
      await site.db.superuser.query(`update app_public.courses set primary_description_markdown = repeat('long ', 20000) where id = $1`, [
        course,
      ]);
      const ask = (fields: string, first: number) =>
        site.newBrowser().graphql(`{ courseById(id: "${course}") { clips(first: ${first}) { nodes { course { ${fields} } } } } }`);
      const one = 'primaryDescriptionMarkdown';
      expect((await ask(one, 30)).errors).toBeUndefined();
      for (const answer of [await ask(one, 60), await ask(`a: ${one} b: ${one}`, 30)]) {
        expect(answer.errors?.[0]).toMatchObject({ extensions: { code: 'LIMIT_EXCEEDED', limit: 'bytes', max: 5_000_000 } });
        expect(JSON.stringify(answer).length).toBeLessThan(20_000);
      }
    }
  });

  test('a subscription is refused with a clear error', async () => {
    for (const site of [apart, beside]) {
      const answer = await site.newBrowser().graphql('subscription { __typename }');
      expect(answer.status).toBe(400);
      expect(answer.errors?.[0]).toMatchObject({
        message: expect.stringContaining('got a subscription'),
        extensions: { code: 'BAD_INPUT' },
      });
    }
  });
});

describe('the quota of ad-hoc queries', () => {
  const request: AdHocRequest = { text: '{ a }', operationName: undefined, variables: {}, viewer: visitor, subnet: '198.51.100.1' };
  const learner = { userId: '00000000-0000-7000-8000-000000000001', role: 'learner' } as const;
  const waits = ({ errors }: { errors?: readonly { extensions: Record<string, unknown> }[] }) =>
    errors?.[0]?.extensions['retryAfterSeconds'];

  function startThread(limits: { cpuLimitMs?: number; maxOldGenerationSizeMb?: number } = {}) {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const { env, connections } = apart.options;
    return {
      lines,
      thread: createQueryWorker(
        { env, connections, logLevel: 'info' },
        { entry: new URL('../../../src/run-query-worker.ts', import.meta.url), log, maskError: createMaskError(log, null), ...limits },
      ),
    };
  }

  test('counts them and the time they took per subnet and per user', async () => {
    const make = (times: number, ms: number) =>
      createAdHocQueries(
        {
          documents: createMemoryRateLimit({ times, windowSeconds: 60 }),
          documentTime: createMemoryRateLimit({ times: ms, windowSeconds: 60 }),
        },
        async () => ({ data: '{}', cpuMs: 40.2 }),
      );
    for (const door of [make(3, 10_000), make(100, 100)]) {
      for (const other of [request, { ...request, viewer: learner, subnet: '127.0.0.1' }]) {
        for (let n = 0; n < 3; n += 1) expect(await door.run(other)).toEqual({ data: '{}' });
        expect(waits(await door.run(other))).toBeGreaterThan(50);
        expect(await door.count(other)).not.toBeNull();
      }
      expect(await door.run({ ...request, subnet: '198.51.100.2' })).toEqual({ data: '{}' });
      // Visitors from this machine aren't counted.
      for (let n = 0; n < 5; n += 1) expect(await door.run({ ...request, subnet: '127.0.0.1' })).toEqual({ data: '{}' });
    }
  });

  test('a worker that doesn’t come back is ended, with an error; the next query starts another', async () => {
    const { thread, lines } = startThread({ cpuLimitMs: 1 });
    const late = { ...request, text: hostile(500) };
    for (const answer of [await thread.run(late), await thread.run(late)]) {
      expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'TIMEOUT', reference: expect.stringMatching(/^[0-9a-f]{10}$/) });
      expect(answer.cpuMs).toBe(5_000);
      expect(lines.join('')).toContain(String(answer.errors?.[0]?.extensions['reference']));
    }
    await thread.close();
  });

  test('a worker that runs out of memory affects only its own queries', async () => {
    // Far too little memory for the schema: a value close to the limit would sometimes suffice.
    const { thread, lines } = startThread({ maxOldGenerationSizeMb: 20 });
    expect((await thread.run(request)).errors?.[0]?.extensions).toMatchObject({ code: 'TIMEOUT' });
    expect(lines.join('')).toContain('reaching memory limit');
    await thread.close();
  });

  test('a worker may take long to start, and lives on when it was started long ago', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { thread } = startThread();
    try {
      const first = thread.run({ ...request, text: '{ __typename }' });
      vi.advanceTimersByTime(5 * 60_000);
      expect(await first).toMatchObject({ data: '{"__typename":"Query"}' });
      const answer = thread.run({ ...request, text: hostile(600) });
      vi.advanceTimersByTime(5 * 60_000);
      expect((await answer).errors).toBeUndefined();
    } finally {
      vi.useRealTimers();
      await thread.close();
    }
  });

  // Fewer queries wouldn't fill it, and these take most of a minute.
  test.runIf(isFullRun)('the plans of many queries don’t fill its memory', async () => {
    const { thread, lines } = startThread({ maxOldGenerationSizeMb: 195 });
    for (let number = 700; number < 770; number += 1)
      expect((await thread.run({ ...request, text: hostile(number) })).errors, `${number}\n${lines.join('')}`).toBeUndefined();
    await thread.close();
  });

  test('a worker that is ending gets no more queries', async () => {
    const { thread } = startThread();
    expect((await thread.run({ ...request, text: '{ __typename }' })).errors).toBeUndefined();
    const closed = thread.close();
    expect((await thread.run(request)).errors?.[0]?.message).toMatch(/Cannot query field "a"/);
    await closed;
    await thread.close();
  });
});
