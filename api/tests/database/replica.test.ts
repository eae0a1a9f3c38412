import { PassThrough } from 'node:stream';
import { createReplica } from '@newline/api/database/replica';
import { createLog } from '@newline/api/log';
import { startTestReplica, type TestReplica } from '@newline/db/test-replica';
import { startOwnTestServer } from '@newline/db/test-server';
import { startTestDatabase } from '@newline/db/testing';
import { withClient } from '@newline/db/with-client';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { signUp } from '../people.ts';
import { makeCourse } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

// The API on its own server with a real streaming replica, which these tests delay and stop. As on any server that a site accepts, changes
// are in the log before they are announced.
let site: TestApi;
let replica: TestReplica;
let stopServer: () => Promise<void>;

beforeAll(async () => {
  const { server, stop } = await startOwnTestServer({ synchronous_commit: 'on' });
  stopServer = stop;
  site = await startTestApi({
    server,
    connect: async ({ connections }) => {
      replica = await startTestReplica(server.superuser);
      return { ...connections, read: replica.through(connections.app) };
    },
  });
}, 180_000);
afterAll(async () => {
  await site.stop();
  await replica.remove();
  await stopServer();
});

const onReplica = (text: string) => withClient(replica.superuser, (client) => client.query(text));
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 50 });

/** Pauses the replica, once it has applied everything so far. */
async function hold(): Promise<void> {
  await onReplica('select pg_wal_replay_resume()');
  const { rows } = await site.db.superuser.query<{ position: string }>('select pg_current_wal_flush_lsn()::text as position');
  await eventually(async () => {
    const passed = await onReplica(`select pg_last_wal_replay_lsn() >= '${rows[0]?.position}' as passed`);
    expect(passed.rows).toEqual([{ passed: true }]);
  });
  await onReplica('select pg_wal_replay_pause()');
}

let count = 0;

/** Creates a tag that everyone can read, without announcing it. Returns its name. */
async function addTag({ isAnnounced }: { isAnnounced: boolean }): Promise<string> {
  count += 1;
  const name = `tag-${count}`;
  await site.db.superuser.query(
    `begin;
     set local session_replication_role = replica;
     insert into app_public.tags (name, slug) values ('${name}', '${name}');
     ${isAnnounced ? `select pg_notify('newline_tags', '${name}');` : ''}
     commit`,
  );
  return name;
}

/** Pauses the replica while visitors read from it. Returns the name of a tag that only the primary has. */
async function holdWhileRead(): Promise<string> {
  return eventually(async () => {
    await hold();
    const name = await addTag({ isAnnounced: false });
    expect(await tagsFor()).not.toContain(name);
    return name;
  }) as Promise<string>;
}

async function tagsFor(browser = site.newBrowser()): Promise<string[]> {
  const { status, data, errors } = await browser.graphql<{ tags: { nodes: { name: string }[] } }>('{ tags { nodes { name } } }');
  expect([status, errors]).toEqual([200, undefined]);
  return data?.tags.nodes.map(({ name }) => name) ?? [];
}

afterEach(() => onReplica('select pg_wal_replay_resume()'));

test('visitors read from the replica, users from the primary @RUN-01', async () => {
  const { browser } = await signUp(site, 'reader@example.com');
  const name = await holdWhileRead();
  expect(await tagsFor(browser)).toContain(name);
});

test('a visitor’s search runs on the replica', async () => {
  await eventually(async () => {
    const { errors } = await site.newBrowser().graphql('{ search(words: "kettles") { nodes { title } } }');
    expect(errors).toBeUndefined();
    const { rows } = await onReplica(
      `select count(*)::int as count from pg_stat_activity where application_name = 'newline reads' and query ~ 'search'`,
    );
    expect(rows[0].count).toBeGreaterThan(0);
  });
});

test('announced changes are read from the primary until the replica has them, and then from the replica', async () => {
  const before = await holdWhileRead();
  const next = `tag-${count + 1}`;
  const heard = new Promise<void>((resolve) => site.api.onTagsChanged((tags) => tags?.includes(next) && resolve()));
  const announced = await addTag({ isAnnounced: true });
  await heard;
  expect(await tagsFor()).toEqual(expect.arrayContaining([before, announced]));
  expect((await onReplica('select pg_is_wal_replay_paused() as held')).rows).toEqual([{ held: true }]);
  await onReplica('select pg_wal_replay_resume()');
  const after = await holdWhileRead();
  expect(await tagsFor()).toEqual(expect.arrayContaining([before, announced]));
  expect(await tagsFor()).not.toContain(after);
});

test('a visitor’s changes are written to the primary', async () => {
  await makeCourse(site.db);
  const answer = await site
    .newBrowser()
    .graphql('mutation { subscribeToNewsletter(input: { email: "visitor@example.com" }) { clientMutationId } }');
  expect([answer.status, answer.errors]).toEqual([200, undefined]);
});

test('visitors read from the primary while the replica is unavailable, and from the replica afterwards', async () => {
  const name = await addTag({ isAnnounced: false });
  await replica.stop();
  onTestFinished(replica.start);
  const answers = await Promise.all(Array.from({ length: 20 }, () => tagsFor()));
  for (const tags of answers) expect(tags).toContain(name);
  expect((await site.newBrowser().get('/readyz')).status).toBe(200);
  await eventually(() => expect(site.logLines.join('\n')).toContain('replica: it does not answer; visitors read from the primary'));
  await replica.start();
  await eventually(() => expect(site.logLines.join('\n')).toContain('replica: it answers again; visitors read from it'));
});

test('a server that isn’t a replica of the database is never used', async () => {
  const other = await startTestDatabase();
  onTestFinished(other.stop);
  const lines = new PassThrough();
  const logLines: string[] = [];
  lines.on('data', (chunk: Buffer) => logLines.push(chunk.toString()));
  const wrong = createReplica(other.connections.app, {
    primary: site.db.app,
    tags: { onTagsChanged: () => () => undefined },
    log: createLog('warn', lines),
  });
  onTestFinished(wrong.close);
  await eventually(() => expect(logLines.join('')).toContain('READ_DATABASE_URL is no replica of the database in DATABASE_URL'));
  expect(wrong.current()).toBeNull();
});
