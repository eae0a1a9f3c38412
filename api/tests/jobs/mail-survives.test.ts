import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Connections } from '@newline/db/connections';
import { startDatabase, type StartedDatabase } from '@newline/db/start-database';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FakeMailServer, startFakeMailServer } from './fake-mail-server.ts';
import type { JobsProcessMessage, JobsProcessOptions } from './jobs-process.ts';

const isFullRun = Boolean(process.env['NEWLINE_TEST_FULL']);
const soon = { timeout: 100_000, interval: 50 };

let parent: string;
let dataDir: string;
let database: StartedDatabase;
let connections: Connections;
let mailServer: FakeMailServer;
let site: ChildProcess;
const others: ChildProcess[] = [];
const stopped: ChildProcess[] = [];

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'newline-mail-'));
  // PostgreSQL may run as another user than the tests.
  await chmod(parent, 0o711);
  dataDir = join(parent, 'data');
  [database, mailServer] = await Promise.all([
    startDatabase({ dataDir, secretKey: 'a key of this test', log: () => undefined }),
    startFakeMailServer(),
  ]);
  ({ connections } = database);
  site = await startSite();
});
afterEach(async () => {
  for (const child of stopped.splice(0)) child.kill('SIGCONT');
  await Promise.all(others.splice(0).map(kill));
});
afterAll(async () => {
  await kill(site);
  await mailServer.close();
  await database.stop();
  rmSync(parent, { recursive: true, force: true });
});

/** Starts a process that sends emails; it has its own folder unless it continues an earlier one's work. */
async function startSite(folder = dataDir): Promise<ChildProcess> {
  const options: JobsProcessOptions = {
    worker: connections.worker,
    auth: connections.auth,
    dataDir: folder,
    smtpUrl: mailServer.url,
    graceMs: 1_000,
  };
  const child = fork(join(import.meta.dirname, 'jobs-process.ts'), [JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The process that sends mails: expected it to be ready, it ended:\n${output}`);
  });
  ended.catch(() => undefined);
  await Promise.race([heard(child, ({ is }) => is === 'ready'), ended]);
  return child;
}

function heard(child: ChildProcess, isIt: (message: JobsProcessMessage) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const listen = (message: unknown) => {
      if (!isIt(message as JobsProcessMessage)) return;
      child.off('message', listen);
      resolve();
    };
    child.on('message', listen);
  });
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Sends an email; resolves when it is acknowledged. */
async function send(by = site): Promise<string> {
  const to = `${randomUUID()}@example.com`;
  const acknowledged = heard(by, (message) => message.is === 'acknowledged' && message.to === to);
  by.send(to);
  await acknowledged;
  return to;
}

/** Returns connections of the owner of the tables and of a job runner, which one of the points needs. */
async function runStatements(
  as: 'owner' | 'worker',
  ...statements: string[]
): Promise<{ rows: Record<string, unknown>[]; end: () => Promise<void> }> {
  const client = new pg.Client(connections[as]);
  client.on('error', () => undefined);
  await client.connect();
  let rows: Record<string, unknown>[] = [];
  for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows;
  return { rows, end: () => client.end().catch(() => undefined) };
}

async function query(as: 'owner' | 'worker', statement: string): Promise<Record<string, unknown>[]> {
  const { rows, end } = await runStatements(as, statement);
  await end();
  return rows;
}

const jobOf = (to: string) =>
  query('worker', `select locked_at is not null as locked from graphile_worker._private_jobs where payload ->> 'to' = '${to}'`);

async function killPostgres(): Promise<void> {
  const pid = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  process.kill(pid, 'SIGKILL');
}

/** Brings an email to a point of its life and holds it there. */
const points: Record<string, () => Promise<{ to: string; go: () => Promise<void> }>> = {
  async added() {
    return { to: await send(), go: async () => undefined };
  },
  async taken() {
    const lock = await runStatements('owner', 'begin', 'lock table app_private.mail_deliveries in access exclusive mode');
    const to = await send();
    await vi.waitFor(async () => expect(await jobOf(to)).toEqual([{ locked: true }]), soon);
    return { to, go: lock.end };
  },
  async 'connected to the mail server'() {
    const hold = mailServer.holdNext('connection');
    const to = await send();
    await hold.reached;
    return { to, go: async () => hold.go() };
  },
  async 'accepted by the mail server, with the database not knowing it'() {
    const hold = mailServer.holdNext('answer');
    const to = await send();
    await hold.reached;
    const lock = await runStatements('owner', 'begin', 'lock table app_private.mail_deliveries in access exclusive mode');
    hold.go();
    await vi.waitFor(() => expect(readdirSync(join(dataDir, 'mail-sent'))).toHaveLength(1), soon);
    return { to, go: lock.end };
  },
  async 'accepted by the mail server, with its job not ended'() {
    const hold = mailServer.holdNext('answer');
    const to = await send();
    await hold.reached;
    const lock = await runStatements(
      'worker',
      'begin',
      `select from graphile_worker._private_jobs where payload ->> 'to' = '${to}' for update`,
    );
    hold.go();
    await vi.waitFor(
      async () => expect(await query('owner', `select from app_private.sent_mails where address = '${to}'`)).toHaveLength(1),
      soon,
    );
    return { to, go: lock.end };
  },
  async ended() {
    const to = await send();
    await vi.waitFor(async () => expect(await jobOf(to)).toEqual([]), soon);
    return { to, go: async () => undefined };
  },
};

const all = Object.keys(points).flatMap((point) => (['the site', 'PostgreSQL'] as const).map((victim) => ({ point, victim })));
const some = all.filter(
  ({ point, victim }) =>
    (victim === 'the site' && point.endsWith('not knowing it')) || (victim === 'PostgreSQL' && point.startsWith('connected')),
);

test.each(isFullRun ? all : some)('an email that is $point when $victim is killed arrives once', async ({ point, victim }) => {
  const { to, go } = await (points[point] ?? expect.unreachable())();
  if (victim === 'the site') {
    await kill(site);
    await go();
    site = await startSite();
  } else {
    await killPostgres();
    await go();
  }
  await vi.waitFor(async () => expect([mailServer.accepted(to), await jobOf(to)]).toEqual([1, []]), soon);
  // The next one is sent, too: everything is running again. Nothing is left that would send the first one again.
  const next = await send();
  await vi.waitFor(async () => expect([mailServer.accepted(next), await jobOf(next)]).toEqual([1, []]), soon);
  expect(mailServer.accepted(to)).toBe(1);
  expect(readdirSync(join(dataDir, 'mail-sent'))).toEqual([]);
});

test('a slow process keeps its jobs, however many others look for jobs; a dead one doesn’t', async () => {
  await kill(site);
  const slow = await startSite(join(parent, 'slow'));
  others.push(slow);
  const hold = mailServer.holdNext('connection');
  const to = await send(slow);
  await hold.reached;
  slow.kill('SIGSTOP');
  stopped.push(slow);
  hold.go();
  // Control: a process that has really ended. The search for its jobs has checked those of the slow one, too.
  const endedSite = await startSite(join(parent, 'gone'));
  const heldOfGone = mailServer.holdNext('connection');
  const lost = await send(endedSite);
  await heldOfGone.reached;
  await kill(endedSite);
  heldOfGone.go();
  const quick = await startSite();
  others.push(quick);
  await vi.waitFor(() => expect(mailServer.accepted(lost)).toBe(1), soon);
  expect([mailServer.accepted(to), await jobOf(to)]).toEqual([0, [{ locked: true }]]);
  slow.kill('SIGCONT');
  await vi.waitFor(async () => expect([mailServer.accepted(to), await jobOf(to)]).toEqual([1, []]), soon);
  site = quick;
  others.splice(others.indexOf(quick), 1);
});
