import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createPool } from '@newline/db/create-pool';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { createLog } from '@newline/api/log';
import { createMailbox, type Mailbox } from '@newline/api/features/mail/mailbox';
import { type MailJobs, startMailJobs } from '@newline/api/features/mail/mail-jobs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const soon = { timeout: 60_000, interval: 50 };

let db: TestDatabase;
let jobs: MailJobs;
let mailbox: Mailbox;
let folder: string;
const running = new Map<string, number>();
const most = new Map<string, number>();
const runs = new Map<string, number>();
const gates = new Map<string, PromiseWithResolvers<void>>();
const logLines: string[] = [];

/** A task that counts its runs, and waits if its payload says so. */
const counted = async (payload: unknown) => {
  const { name, waits = false } = payload as { name: string; waits?: boolean };
  const now = (running.get(name) ?? 0) + 1;
  running.set(name, now);
  most.set(name, Math.max(most.get(name) ?? 0, now));
  runs.set(name, (runs.get(name) ?? 0) + 1);
  if (waits) await gates.get(name)?.promise;
  running.set(name, (running.get(name) ?? 1) - 1);
};

beforeAll(async () => {
  db = await startTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'newline-jobs-'));
  mailbox = createMailbox(join(folder, 'mailbox'));
  const lines = new PassThrough();
  lines.on('data', (chunk: Buffer) => logLines.push(chunk.toString()));
  const { worker, auth } = db.connections;
  jobs = await startMailJobs({
    workerPool: createPool(worker, { max: 10 }),
    mailPool: createPool(worker, { max: 6 }),
    authPool: createPool(auth, { max: 1 }),
    log: createLog('info', lines),
    publicUrl: 'http://localhost:3000',
    dataDir: folder,
    from: 'newline <no-reply@localhost>',
    smtpUrl: null,
    mailbox,
    tasks: () => ({ long: counted, short: counted }),
    ownRunners: ['long'],
  });
});
afterAll(async () => {
  for (const gate of gates.values()) gate.resolve();
  await jobs.close();
  await db.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function add(task: 'long' | 'short', waits = false): Promise<string> {
  const name = randomUUID();
  if (waits) gates.set(name, Promise.withResolvers());
  await jobs.add(task, { name, waits }, { key: name });
  return name;
}

async function arrives(): Promise<void> {
  const to = `${randomUUID()}@example.com`;
  await jobs.send({ kind: 'sign-in-link', to, url: 'http://localhost:3000/' });
  await vi.waitFor(async () => expect((await mailbox.list()).map((mail) => mail.to)).toContain(to), soon);
}

test('if the end of one job can’t be written, other jobs continue, running ones run once, and that one runs again', async () => {
  const slow = await add('short', true);
  await vi.waitFor(() => expect(running.get(slow)).toBe(1), soon);
  // The first attempt to record the end of a job fails, as if the database were briefly unavailable.
  await db.superuser.query(`
    create sequence public.ends;
    create function public.fail_once() returns trigger language plpgsql security definer as $$
      begin
        if nextval('public.ends') = 1 then raise exception 'not now'; end if;
        return old;
      end $$;
    create trigger fail_once before delete on graphile_worker._private_jobs for each row execute function public.fail_once()`);
  const unlucky = await add('short');
  await vi.waitFor(() => expect(logLines.join('')).toContain('it could not write how a job ended, and is replaced'), soon);
  const next = await add('short');
  await vi.waitFor(() => expect(runs.get(next)).toBe(1), soon);
  await arrives();
  await vi.waitFor(() => expect(runs.get(unlucky)).toBe(2), soon);
  expect([most.get(unlucky), running.get(slow), runs.get(slow)]).toEqual([1, 1, 1]);
  gates.get(slow)?.resolve();
  await vi.waitFor(async () => expect((await db.superuser.query('select from graphile_worker._private_jobs')).rowCount).toBe(0), soon);
  expect(runs.get(slow)).toBe(1);
  // Nothing is left of the runner that was replaced.
  await vi.waitFor(async () => expect((await db.superuser.query('select from app_private.job_runners')).rowCount).toBe(3), soon);
});

test('long jobs don’t keep others from running', async () => {
  const long = await Promise.all(Array.from({ length: 8 }, () => add('long', true)));
  await vi.waitFor(() => expect(long.filter((name) => running.get(name) === 1)).toHaveLength(1), soon);
  const short = await add('short');
  await vi.waitFor(() => expect(runs.get(short)).toBe(1), soon);
  await arrives();
  for (const name of long) gates.get(name)?.resolve();
  await vi.waitFor(() => expect(long.map((name) => runs.get(name))).toEqual(long.map(() => 1)), soon);
});

test('a job that was claimed without the runner knowing runs anyway', async () => {
  const name = randomUUID();
  const runner = (await db.superuser.query<{ name: string }>('select name from app_private.job_runners limit 1')).rows[0]?.name;
  await db.superuser.query(
    `select graphile_worker.add_job('short', json_build_object('name', $1::text), run_at => now() + interval '1 hour')`,
    [name],
  );
  await db.superuser.query(
    `update graphile_worker._private_jobs set run_at = now(), locked_at = now(), locked_by = $2 where payload ->> 'name' = $1`,
    [name, runner],
  );
  await vi.waitFor(() => expect(runs.get(name)).toBe(1), soon);
});

test('the age of the oldest due job is reported', async () => {
  await vi.waitFor(() => expect(jobs.delaySeconds()).toBe(0), soon);
  await db.superuser.query(
    `select graphile_worker.add_job('nobody_does_this', '{}', run_at => now() - interval '10 minutes');
     update graphile_worker._private_jobs set created_at = now() - interval '10 minutes' where task_id = (select id from graphile_worker._private_tasks where identifier = 'nobody_does_this')`,
  );
  await vi.waitFor(() => expect(jobs.delaySeconds()).toBeGreaterThanOrEqual(600), soon);
  await vi.waitFor(() => expect(logLines.join('')).toContain('the oldest due job has waited too long'), soon);
});
