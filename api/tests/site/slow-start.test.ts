import { createPool } from '@newline/db/create-pool';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { keepSiteSettings } from '../../src/features/site/keep-site-settings.ts';
import { createLog } from '../../src/log.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
});
afterAll(() => db.stop());

/** Starts reading the settings with a pool whose statements end after 50 ms, and returns the lines that are logged meanwhile. */
function readSettings(onLine: (line: string) => void): Promise<() => void> {
  const pool = createPool(db.connections.app, { max: 1, statementTimeoutMs: 50 });
  onTestFinished(() => pool.end());
  const log = createLog('warn', { write: onLine });
  const tags = { onTagsChanged: () => () => undefined, tell: () => undefined };
  return keepSiteSettings({ pool, tags, log }).then((end) => {
    onTestFinished(end);
    return end;
  });
}

test('a start goes on when the first statements reach their time limit', async () => {
  const client = await db.superuser.connect();
  onTestFinished(() => client.release());
  await client.query('begin');
  await client.query('lock table app_public.site_settings in access exclusive mode');
  const lines: string[] = [];
  const slow = Promise.withResolvers<void>();
  const reading = readSettings((line) => {
    lines.push(line);
    if (lines.length === 3) slow.resolve();
  });
  await Promise.race([slow.promise, reading]);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('the database is slow');
  await client.query('commit');
  await reading;
});

test('a start ends when the settings never arrive in time, or at another fault at once', async () => {
  const client = await db.superuser.connect();
  onTestFinished(() => client.release());
  await client.query('begin');
  await client.query('lock table app_public.site_settings in access exclusive mode');
  const lines: string[] = [];
  await expect(readSettings((line) => lines.push(line))).rejects.toThrow('canceling statement due to statement timeout');
  expect(lines).toHaveLength(19);
  await client.query('rollback');
  await db.superuser.query('alter table app_public.site_settings rename to former_settings');
  onTestFinished(async () => void (await db.superuser.query('alter table app_public.former_settings rename to site_settings')));
  await expect(readSettings((line) => lines.push(line))).rejects.toThrow('site_settings');
  expect(lines).toHaveLength(19);
});
