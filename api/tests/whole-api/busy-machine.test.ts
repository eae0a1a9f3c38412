import { createHash, randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { createApi } from '@newline/api/create-api';
import { createLog } from '@newline/api/log';
import { startTestDatabase } from '@newline/db/testing';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { password, signUp } from '../people.ts';
import { makeClips, makeCourse } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const knownText = 'query ours { clips(first: 1) { nodes { id title course { title } } } }';
const foreignText = 'query theirs { clips(first: 1) { nodes { id title course { title } } } }';
const visitor = { userId: null, role: 'visitor' } as const;

let site: TestApi;
beforeAll(async () => {
  site = await startTestApi({
    persistedQueries: { [createHash('sha256').update(knownText).digest('hex')]: knownText },
    maxAppConnections: 1,
  });
  await makeClips(site.db, await makeCourse(site.db), 1);
});
afterAll(() => site.stop());
afterEach(() => void vi.restoreAllMocks());

/** From now on, each reading of the clock advances it, as in a process that hardly ever gets a core. */
function starve(stepMs: number): { end: () => void } {
  const { now } = performance;
  let lateMs = 0;
  let isOver = false;
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + (isOver ? lateMs : (lateMs += stepMs)));
  return { end: () => void (isOver = true) };
}

test('a page’s own query is planned however long that takes; an ad-hoc one is given up with a reference and can soon be retried', async () => {
  const starving = starve(2_000);
  const ours = await site.api.execute({ document: knownText, viewer: visitor });
  const theirs = await site.api.execute({ document: foreignText, viewer: visitor });
  starving.end();
  expect(ours.errors).toBeUndefined();
  const [error] = theirs.errors ?? [];
  expect(error?.extensions).toMatchObject({
    code: 'TIMEOUT',
    reason: 'REQUEST_TIMEOUT',
    reference: expect.stringMatching(/^[0-9a-f]{10}$/),
  });
  expect(error?.message).toContain(`Reference ${String(error?.extensions['reference'])}.`);
  expect(site.logLines.some((line) => line.includes(String(error?.extensions['reference'])))).toBe(true);

  await vi.waitFor(async () => expect((await site.api.execute({ document: foreignText, viewer: visitor })).errors).toBeUndefined(), {
    timeout: 20_000,
    interval: 200,
  });
});

test('a mutation is planned however long that takes: it has few fields @API-04', async () => {
  const { browser } = await signUp(site, `${randomUUID()}@example.com`);
  const [clipId] = await makeClips(site.db, await makeCourse(site.db), 1);
  const press = 'mutation late($clipId: UUID!) { toggleLike(input: { clipId: $clipId }) { like { id } } }';
  const starving = starve(2_000);
  const liked = await browser.graphql(press, { clipId });
  starving.end();
  expect(liked.errors).toBeUndefined();
});

test('more users than there are connections sign up at the same time, all with the same name', async () => {
  const name = `One Name ${randomUUID().slice(0, 8)}`;
  const people = await Promise.all(Array.from({ length: 8 }, () => signUp(site, `${randomUUID()}@example.com`, name)));
  const { rows } = await site.db.superuser.query('select count(distinct username)::int as names from app_public.users where name = $1', [
    name,
  ]);
  expect(rows).toEqual([{ names: people.length }]);
});

test('clicks that wait longer than 3 s for a connection are still answered', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => signUp(site, `${randomUUID()}@example.com`)));
  const [clipId] = await makeClips(site.db, await makeCourse(site.db), 1);
  await site.db.superuser.query(`
    create or replace function app_public.linger() returns trigger language plpgsql as $$ begin perform pg_sleep(0.8); return new; end $$;
    create or replace trigger linger before insert on app_public.clip_likes for each row execute function app_public.linger()`);
  const press = 'mutation a($clipId: UUID!) { toggleLike(input: { clipId: $clipId }) { like { id } } }';
  const answers = await Promise.all(people.map(({ browser }) => browser.graphql(press, { clipId })));
  expect(answers.map(({ status, errors }) => [status, errors])).toEqual(people.map(() => [200, undefined]));
  const { rows } = await site.db.superuser.query('select count(*)::int as likes from app_public.clip_likes where clip_id = $1', [clipId]);
  expect(rows).toEqual([{ likes: people.length }]);
});

test.runIf(process.env['NEWLINE_TEST_FULL'])(
  'more users than there are connections sign in at the same time, and wait longer than 10 s for one',
  async () => {
    const people = await Promise.all(Array.from({ length: 13 }, () => signUp(site, `${randomUUID()}@example.com`)));
    await site.db.superuser.query(`
    create or replace function auth.linger() returns trigger language plpgsql as $$ begin perform pg_sleep(6); return new; end $$;
    create or replace trigger linger before insert on auth.session for each row execute function auth.linger()`);
    const signIn = (email: string) => site.newBrowser().post('/api/auth/sign-in/email', { email, password });
    const statuses = (await Promise.all(people.map(({ email }) => signIn(email)))).map(({ status }) => status);
    await site.db.superuser.query('drop trigger linger on auth.session');
    expect(statuses).toEqual(people.map(() => 200));
  },
);

test('the system catalogs may be slow to read while the site starts', async () => {
  const db = await startTestDatabase();
  const holder = await db.superuser.connect();
  try {
    // Longer than any statement of a request may take.
    await holder.query('begin; lock table pg_catalog.pg_description in access exclusive mode');
    const starting = createApi({ ...site.options, connections: db.connections, shareSchema: (build) => build() });
    await vi.waitFor(
      async () => {
        const { rows } = await db.superuser.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query_start < now() - interval '3.3 s'`,
        );
        // It still waits, longer than a request may.
        expect(rows).toHaveLength(1);
      },
      { timeout: 30_000, interval: 100 },
    );
    await holder.query('commit');
    const api = await starting;
    const { data } = await api.execute({ document: knownText, viewer: visitor });
    expect(data).toEqual({ clips: { nodes: [] } });
    await api.close();
  } finally {
    holder.release();
    await db.stop();
  }
});

test('jobs run even if the worker couldn’t look for them when it started', async () => {
  const db = await startTestDatabase();
  const logLines: string[] = [];
  const log = createLog('info', new Writable({ write: (line: Buffer, _encoding, done) => (logLines.push(line.toString()), done()) }));
  try {
    await db.superuser.query('alter table graphile_worker._private_tasks rename to _elsewhere');
    const api = await createApi({ ...site.options, connections: db.connections, log });
    await vi.waitFor(() => expect(logLines.join('')).toContain('worker: it cannot look for jobs'), { timeout: 60_000 });
    await db.superuser.query('alter table graphile_worker._elsewhere rename to _private_tasks');
    await api.renderTexts();
    await vi.waitFor(async () => expect((await db.superuser.query('select id from graphile_worker._private_jobs')).rows).toEqual([]), {
      timeout: 60_000,
    });
    await api.close();
  } finally {
    await db.stop();
  }
});
