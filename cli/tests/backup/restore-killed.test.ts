import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRestoreDue, settleRestore } from '@newline/db/backup/restore-journal';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { withClient } from '@newline/db/with-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeBackup } from '../../src/backup/write-backup.ts';

// A killed restore: the next start has either the complete old site or the complete new one.
const folder = mkdtempSync(join(tmpdir(), 'newline-killed-'));
const archive = join(folder, 'new.newline');
const dataDir = join(folder, 'site');
const script = fileURLToPath(new URL('restore-and-die.ts', import.meta.url));
let db: TestDatabase;

const write = (root: string, path: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), path);
};
const oldFiles = ['media/covers/old.webp', 'media/videos/both/master.m3u8', 'video-uploads/old'];
const newFiles = ['media/covers/new.webp', 'media/videos/both/master.m3u8', 'uploads/a/new/full.webp'];

beforeAll(async () => {
  chmodSync(folder, 0o711);
  db = await startTestDatabase();
  await db.superuser.query(`insert into auth."user" ("name", "email", "emailVerified") values ('New Reader', 'reader@example.com', true)`);
  await db.superuser.query(
    `insert into app_public.attachments (owner_id, file, name, image_url, kind, content_type, width, height, byte_count)
     select id, 'a/new', 'picture', '/media/a/new/1600.webp', 'IMAGE', 'image/webp', 10, 10, 2000 from app_public.users`,
  );
  const source = join(folder, 'source');
  for (const path of newFiles) write(source, path);
  await writeBackup({ connections: db.connections, dataDir: source, storage: { driver: 'local' }, file: archive, version: '0.1.0' });
}, 120_000);
beforeEach(async () => {
  rmSync(dataDir, { recursive: true, force: true });
  for (const path of oldFiles) write(dataDir, path);
  await db.superuser.query('delete from app_public.attachments');
  await db.superuser.query("update app_public.users set name = 'Old Reader'");
});
afterAll(async () => {
  await db.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the rows and files of the site, and anything else in DATA_DIR. */
async function siteNow(): Promise<{ name: string; files: string[]; rest: string[] }> {
  const { rows } = await db.superuser.query<{ name: string }>('select name from app_public.users');
  const names = readdirSync(dataDir);
  const folders = ['media', 'uploads', 'video-uploads'];
  const files = folders
    .filter((name) => names.includes(name))
    .flatMap((name) => readdirSync(join(dataDir, name), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length + 1))
    .toSorted();
  return { name: rows[0]?.name ?? '', files, rest: names.filter((name) => !folders.includes(name)) };
}

function restoreAndDie(step: string): string | null {
  const input = { connections: db.connections, dataDir, archive, step };
  const { signal, status, stderr } = spawnSync(process.execPath, [script, JSON.stringify(input)], { encoding: 'utf8' });
  if (status !== null && status !== 0) throw new Error(stderr);
  return signal;
}

async function settle(): Promise<{ outcome: string; said: string }> {
  const lines: string[] = [];
  const outcome = await settleRestore({ dataDir, owner: db.connections.owner, log: (line) => lines.push(line) });
  return { outcome, said: lines.join('\n') };
}

const oldSite = { name: 'Old Reader', files: oldFiles, rest: [] };
const newSite = { name: 'New Reader', files: newFiles, rest: [] };
const isFull = process.env['NEWLINE_TEST_FULL'] !== undefined;

describe('a restore that is killed', () => {
  const before = ['begun', 'unpacked', 'loaded', 'moved 1', 'moved 2', 'moved 3', 'moved 4', 'swapped'];
  test.each(isFull ? before : ['unpacked', 'moved 1', 'swapped'])('at the moment "%s" leaves the old site', async (step) => {
    expect(restoreAndDie(step)).toBe('SIGKILL');
    expect(isRestoreDue(dataDir)).toBe(true);
    expect(await settle()).toEqual({ outcome: 'undone', said: expect.stringContaining('the site is as it was before') });
    expect(await siteNow()).toEqual(oldSite);
    expect(await settle()).toEqual({ outcome: 'none', said: '' });
  });

  test('at the moment "committed" leaves the new site', async () => {
    expect(restoreAndDie('committed')).toBe('SIGKILL');
    expect((await siteNow()).rest).toEqual(['restore.json', expect.stringMatching(/^restoring-/)]);
    expect(await settle()).toEqual({ outcome: 'committed', said: expect.stringContaining('the site now has the archive’s content') });
    expect(await siteNow()).toEqual(newSite);
  });

  test('never leaves the new site too, and nothing else', async () => {
    expect(restoreAndDie('no moment')).toBeNull();
    expect(await siteNow()).toEqual(newSite);
    expect(await settle()).toEqual({ outcome: 'none', said: '' });
  });

  test('can be settled by a start that is killed in turn: unfinished steps are repeated', async () => {
    expect(restoreAndDie('swapped')).toBe('SIGKILL');
    // The state after a start that was killed when it had restored the first folder.
    const staging = readdirSync(dataDir).find((name) => name.startsWith('restoring-')) ?? '';
    const journal = JSON.parse(readFileSync(join(dataDir, 'restore.json'), 'utf8')) as { there: string[] };
    const [first = ''] = journal.there;
    const there = join(dataDir, first);
    expect(existsSync(join(dataDir, staging, 'replaced', first))).toBe(true);
    rmSync(there, { recursive: true });
    expect((await settle()).outcome).toBe('undone');
    expect(await siteNow()).toEqual(oldSite);
  });
});

test('into an empty site must still be finished: no demo is loaded instead', async () => {
  const empty = await startTestDatabase();
  try {
    rmSync(dataDir, { recursive: true });
    const input = { connections: empty.connections, dataDir, archive, step: 'loaded' };
    expect(spawnSync(process.execPath, [script, JSON.stringify(input)]).signal).toBe('SIGKILL');
    const lines: string[] = [];
    const start = () => settleRestore({ dataDir, owner: empty.connections.owner, log: (line) => lines.push(line) });
    expect(await start()).toBe('undone');
    expect(lines).toEqual([expect.stringContaining('The site is empty, and the demo has not been loaded. Run the restore again')]);
    // At every start, until the restore is run again or the operator decides otherwise.
    expect(await start()).toBe('undone');
    expect(isRestoreDue(dataDir)).toBe(true);
    expect(readdirSync(dataDir)).toEqual(['restore.json']);
    expect(spawnSync(process.execPath, [script, JSON.stringify({ ...input, step: 'never' })]).status).toBe(0);
    expect(isRestoreDue(dataDir)).toBe(false);
    expect(await withClient(empty.connections.owner, (owner) => owner.query('select name from app_public.users'))).toMatchObject({
      rows: [{ name: 'New Reader' }],
    });
  } finally {
    await empty.stop();
  }
});

test('a start waits for a running restore and says so; folders of earlier releases are named', async () => {
  writeFileSync(
    join(dataDir, 'restore.json'),
    JSON.stringify({ version: 1, archive: 'a', staging: 'restoring-00000000', transactionId: null, there: [], unpacked: [] }),
  );
  await withClient(db.connections.owner, async (owner) => {
    await owner.query('select pg_advisory_lock(6395466)');
    await expect(settle()).rejects.toThrow('A restore is running on this database.');
  });
  rmSync(join(dataDir, 'restore.json'));
  write(dataDir, 'restoring-11111111/replaced/media/a.webp');
  write(dataDir, 'restoring-22222222/media/a.webp');
  expect((await settle()).said).toContain('restoring-11111111 is left over from a restore');
  expect(readdirSync(dataDir).filter((name) => name.startsWith('restoring'))).toEqual(['restoring-11111111']);
});
