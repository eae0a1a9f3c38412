import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createApi, type Api } from '@newline/api/create-api';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signUp } from '../people.ts';
import { makeClips, makeCourse } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

// Two processes that run jobs on the same database, as after a rolling restart.
let site: TestApi;
let other: Api;
/** How often each task has ended, in both processes together. */
const runs = new Map<string, number>();
beforeAll(async () => {
  site = await startTestApi();
  other = await createApi({
    ...site.options,
    async trace(of, name, run) {
      const result = await run();
      if (of === 'job') runs.set(name, (runs.get(name) ?? 0) + 1);
      return result;
    },
  });
});
afterAll(async () => {
  await other?.close();
  await site?.stop();
});

const root = new URL('../../../', import.meta.url);
const rows = [...readFileSync(new URL('docs/jobs.md', root), 'utf8').matchAll(/^\| `(\w+)` \| (.+) \| (.+) \| `(.+)` \|$/gm)].map(
  ([, task = '', does = '', why = '', file = '']) => ({ task, does, why, file }),
);

/** Payloads of the tasks that need one. */
const mail = { kind: 'sign-in-link', to: 'twice@example.com', url: 'https://example.com/link', id: randomUUID() };
const payloads: Readonly<Record<string, object>> = { send_mail: mail, purge_cdn: { tags: ['courses'] }, watch_mux: {} };

/** Adds several jobs of each task at the same time, and waits until they have ended without an error. */
async function runEach(times: number): Promise<void> {
  const { rows: added } = await site.db.superuser.query<{ id: string }>(
    `select (graphile_worker.add_job(task, payload::json)).id from unnest($1::text[], $2::text[]) as t(task, payload), generate_series(1, $3)`,
    [rows.map(({ task }) => task), rows.map(({ task }) => JSON.stringify(payloads[task] ?? {})), times],
  );
  await vi.waitFor(
    async () => {
      const { rows: left } = await site.db.superuser.query<{ task: string; error: string | null }>(
        `select task_identifier as task, last_error as error from graphile_worker.jobs where id = any ($1)`,
        [added.map(({ id }) => id)],
      );
      // A process that finds an email taken by the other one tries it again later.
      const waiting = left.filter(({ task, error }) => task !== 'send_mail' || error === null);
      expect(waiting).toEqual([]);
    },
    { timeout: 90_000, interval: 100 },
  );
}

/** Tables that say which processes are running, and how often users did something. */
const ofProcesses = /^(?:app_private\.(?:job_processes|job_runners|rate_limits?)|auth\.attempts)$/;

/** Returns a digest of each table of the site. */
async function digests(): Promise<Record<string, string>> {
  const { rows: tables } = await site.db.superuser.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('app_public', 'app_private', 'auth') order by 1`,
  );
  const digestByTable: Record<string, string> = {};
  for (const { name } of tables) {
    if (ofProcesses.test(name)) continue;
    const {
      rows: [row],
    } = await site.db.superuser.query<{ digest: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, '' order by t::text), '')) as digest from ${name} t`,
    );
    digestByTable[name] = row?.digest ?? '';
  }
  return digestByTable;
}

test('every task that is registered says in docs/jobs.md why it can run twice, and where that is tested', async () => {
  await runEach(1);
  const { rows: registered } = await site.db.superuser.query<{ task: string }>(
    'select identifier as task from graphile_worker._private_tasks order by 1',
  );
  expect(rows.map(({ task }) => task).toSorted()).toEqual(registered.map(({ task }) => task));
  for (const { task, does, why, file } of rows) {
    expect([does.length > 10, why.length > 20], task).toEqual([true, true]);
    expect(existsSync(new URL(file, root)), file).toBe(true);
  }
});

test('every task that runs again, in two processes at the same time, changes nothing and sends nothing twice', async () => {
  await makeClips(site.db, await makeCourse(site.db), 2);
  await signUp(site, 'learner@example.com', 'Learner');
  await site.db.superuser.query(`update auth."session" set "expiresAt" = now() - interval '1 day'`);
  const before = await digests();
  await runEach(1);
  const once = await digests();
  // They did something: expired sessions are gone.
  expect(once['auth.session']).not.toBe(before['auth.session']);
  for (let round = 0; round < 3; round += 1) await runEach(4);
  expect(await digests()).toEqual(once);
  const mails = await site.api.mailbox?.list();
  expect(mails?.filter(({ to }) => to === mail.to)).toHaveLength(1);
  // The other process did its part.
  expect([...runs.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(rows.length);
});
