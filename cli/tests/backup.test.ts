import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { listTables, type Snapshot, tableName } from '@newline/db/backup/snapshot';
import { startDatabase } from '@newline/db/start-database';
import { unlessFilesAreHeld } from '@newline/db/stored-files-lock';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { withClient } from '@newline/db/with-client';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildWorld, idOf } from '../../db/tests/permissions/world.ts';
import { writeBackup } from '../src/backup/write-backup.ts';
import { runNewline } from './run-newline.ts';

const folder = mkdtempSync(join(tmpdir(), 'newline-backup-'));
const archive = join(folder, 'site.newline');
const source = join(folder, 'source');
let db: TestDatabase;
/** The content of every table and every file at the moment of the backup. */
let tablesThen: Record<string, string>;
let filesThen: Record<string, string>;
/** The same a moment later, when the backup was written. */
let tablesAfter: Record<string, string>;

const secret = { SECRET_KEY: 'another key than the one of the site that was lost' };
const restoreInto = (dataDir: string, ...args: string[]) => runNewline(['restore', ...args], { DATA_DIR: dataDir, ...secret });

beforeAll(async () => {
  chmodSync(folder, 0o711);
  db = await startTestDatabase();
  await buildWorld(db.superuser);
  // A running job, a value that COPY has to quote, and a sequence that has advanced.
  await db.superuser.query(`select graphile_worker.add_job('mail', '{"to": "ada"}'::json, queue_name => 'mails')`);
  await db.superuser.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker that is gone'`);
  await db.superuser.query(`insert into graphile_worker._private_known_crontabs (identifier, known_since) values ('nightly', now())`);
  await db.superuser.query('update app_public.users set biography = $1 where id = $2', ['a\tb\\N\nc\u2028ü\\.', idOf('author')]);
  addFile('media/videos/abcd1234/segment-0.m4s', randomBytes(3_000_000));
  addFile('media/videos/abcd1234/master.m3u8', Buffer.from('#EXTM3U\n'));
  addFile(`media/covers/${'a-long-name-'.repeat(12)}.webp`, randomBytes(700));
  addFile('media/empty.vtt', Buffer.alloc(0));
  addFile('media/.being-written', randomBytes(10));
  addFile('uploads/incoming/part', randomBytes(10));
  // A queued video is part of the backup; one that is still being uploaded isn't.
  await db.superuser.query(
    `insert into app_public.videos (owner_id, playback_id, provider, name, byte_count, status)
     values ($1, 'waiting1', 'local', 'waiting.mp4', 5000, 'QUEUED'), ($1, 'arriving', 'local', 'arriving.mp4', 5000, 'UPLOADING')`,
    [idOf('author')],
  );
  addFile('video-uploads/waiting1', randomBytes(5000));
  addFile('video-uploads/waiting1.json', Buffer.from('{}'));
  addFile('video-uploads/arriving', randomBytes(10));
  for (let number = 0; number < 40; number += 1) await addUpload(number);
  await backUpWhileWriting();
}, 120_000);

afterAll(async () => {
  await db.stop();
  rmSync(folder, { recursive: true, force: true });
});

function addFile(path: string, bytes: Buffer): void {
  mkdirSync(dirname(join(source, path)), { recursive: true });
  writeFileSync(join(source, path), bytes);
}

async function addUpload(number: number): Promise<void> {
  const key = `a/upload${number}`;
  addFile(`uploads/${key}/full.webp`, randomBytes(2000 + number));
  addFile(`uploads/${key}/480.webp`, randomBytes(200));
  await db.superuser.query(
    `insert into app_public.attachments (owner_id, file, name, image_url, kind, content_type, width, height, byte_count)
     values ($1, $2, 'picture', '/media/' || $2 || '/1600.webp', 'IMAGE', 'image/webp', 10, 10, 2000)`,
    [idOf('learner'), key],
  );
}

/** Removes the files that no row refers to, like the job. */
async function tidy(): Promise<void> {
  await unlessFilesAreHeld(db.superuser, async () => {
    const { rows } = await db.superuser.query<{ file: string }>('select app_private.due_files() as file');
    for (const { file } of rows) rmSync(join(source, 'uploads', file), { recursive: true, force: true });
    await db.superuser.query('select app_private.forget_files($1)', [rows.map(({ file }) => file)]);
  });
}

/** Creates the backup while comments are liked, users renamed, and uploads created and deleted, each with its file, as fast as possible. */
async function backUpWhileWriting(): Promise<void> {
  let isOver = false;
  let rounds = 0;
  const { promise: isUnderway, resolve: tellUnderway } = Promise.withResolvers<void>();
  const write = async () => {
    while (!isOver) {
      rounds += 1;
      await db.superuser.query(
        `insert into app_public.study_days (user_id, day) select id, date '2020-01-01' + $1::int from app_public.users on conflict do nothing`,
        [rounds],
      );
      await db.superuser.query('update app_public.users set employment_title = $1', [`round ${rounds}`]);
      await db.superuser.query('select graphile_worker.add_job($1)', [`round ${rounds}`]);
      await addUpload(1000 + rounds);
      await db.superuser.query('delete from app_public.attachments where file = $1', [`a/upload${rounds % 40}`]);
      await tidy();
      if (rounds === 3) tellUnderway();
    }
  };
  const writing = write();
  try {
    await isUnderway;
    await writeBackup({
      connections: db.connections,
      dataDir: source,
      storage: { driver: 'local' },
      file: archive,
      version: '0.1.0',
      onSnapshot: async (snapshot) => {
        // A superuser, from whom no policy hides rows, sees the same moment.
        await withClient({ connectionString: superuserAddress() }, async (client) => {
          await client.query('begin transaction isolation level repeatable read');
          await client.query(`set transaction snapshot '${snapshot.id}'`);
          tablesThen = await hashTables(client, snapshot);
          filesThen = await hashNamedFiles(client);
        });
        const before = rounds;
        // At least three uploads are removed before the files are read.
        while (rounds < before + 3) await db.superuser.query('select');
      },
    });
  } finally {
    isOver = true;
    await writing;
  }
  await tidy();
  tablesAfter = await withClient({ connectionString: superuserAddress() }, async (client) =>
    hashTables(client, { tables: await listTables(client) }),
  );
}

function superuserAddress(): string {
  return String(db.superuser.options.connectionString);
}

/** Returns the row count and a hash of all rows for every table, including generated columns; job locks are ignored. */
async function hashTables(client: pg.ClientBase, { tables }: Pick<Snapshot, 'tables'>): Promise<Record<string, string>> {
  await client.query("set time zone 'UTC'");
  const hashes: Record<string, string> = {};
  for (const table of tables) {
    const { rows } = await client.query<{ hash: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(hash, '' order by hash)), '') as hash
       from (select md5((to_jsonb(t) - 'locked_at' - 'locked_by' - 'is_available')::text) as hash from ${tableName(table)} t) rows`,
    );
    hashes[`${table.schema}.${table.name}`] = rows[0]?.hash ?? '';
  }
  return hashes;
}

/** Returns every media file, every upload that the snapshot's rows refer to, and the queued video. */
async function hashNamedFiles(client: pg.ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ file: string }>("select file from app_public.attachments where file like 'a/upload%'");
  const names = new Set(rows.map(({ file }) => `uploads/${file}`));
  return Object.fromEntries(
    Object.entries(hashFiles(source)).filter(([path]) => /^(media\/|video-uploads\/waiting1)/.test(path) || names.has(dirname(path))),
  );
}

function hashFiles(root: string): Record<string, string> {
  const files = ['uploads', 'media', 'video-uploads'].flatMap((each) =>
    readdirSync(join(root, each), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && !entry.name.startsWith('.'),
    ),
  );
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !path.includes('/incoming/'))
      .map((path) => [path.slice(root.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex')] as const),
  );
}

async function tablesOf(dataDir: string): Promise<Record<string, string>> {
  const site = await startDatabase({ dataDir, secretKey: secret.SECRET_KEY, log: () => undefined });
  try {
    return await withClient(site.connections.owner, async (client) => hashTables(client, { tables: await listTables(client) }));
  } finally {
    await site.stop();
  }
}

test('a backup taken while people write, restored into an empty cluster, has every row and every file of that moment', async () => {
  // The test would prove nothing if nothing had been written meanwhile, or if a table were empty.
  expect(tablesAfter).not.toEqual(tablesThen);
  expect(Object.keys(filesThen).length).toBeGreaterThan(40);
  expect(
    Object.entries(tablesThen)
      .filter(([, hash]) => hash === '0 ')
      .map(([name]) => name),
  ).toEqual([]);
  expect(Object.keys(filesThen).filter((path) => !existsSync(join(source, path))).length).toBeGreaterThan(2);

  const target = join(folder, 'target');
  const { code, out, err } = await restoreInto(target, archive);
  expect(err).not.toMatch(/rror/);
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(/^Restored the site as of 20\d\d-.*Z\.\nIf SECRET_KEY has changed since, everyone has to sign in again/),
  });
  expect(await tablesOf(target)).toEqual(tablesThen);
  expect(hashFiles(target)).toEqual(filesThen);
  expect(readdirSync(target).filter((name) => name.startsWith('restoring'))).toEqual([]);

  // Constraints, triggers and policies are restored, and ids continue from where they were.
  const site = await startDatabase({ dataDir: target, secretKey: secret.SECRET_KEY, log: () => undefined });
  try {
    await withClient(site.connections.owner, async (owner) => {
      expect(await shapeOf(owner)).toEqual(await withClient(db.connections.owner, shapeOf));
      const { rows: before } = await owner.query<{ last: string }>('select max(id)::text as last from graphile_worker._private_jobs');
      const { rows: added } = await owner.query<{ id: string }>("select id::text from graphile_worker.add_job('after the restore')");
      expect(Number(added[0]?.id)).toBeGreaterThan(Number(before[0]?.last));
      const { rows } = await owner.query(
        'select bool_and(locked_at is null and locked_by is null) as is_free from graphile_worker._private_jobs',
      );
      expect(rows).toEqual([{ is_free: true }]);
    });
  } finally {
    await site.stop();
  }

  // If the site has content, only --replace restores, and it leaves nothing of the old content.
  expect(await restoreInto(target, archive)).toMatchObject({ code: 1, err: expect.stringContaining('already has content') });
  writeFileSync(join(target, 'media', 'later.webp'), 'x');
  expect(await restoreInto(target, '--replace', archive)).toMatchObject({ code: 0 });
  expect(await tablesOf(target)).toEqual(tablesThen);
  expect(hashFiles(target)).toEqual(filesThen);
}, 240_000);

/** Checks what belongs to the rows: constraints with their comments, triggers that fire, and policies that restrict the owner. */
async function shapeOf(owner: pg.ClientBase): Promise<unknown> {
  const { rows } = await owner.query(
    `select n.nspname || '.' || c.relname as name, c.relrowsecurity, c.relforcerowsecurity,
       array(select k.conname || ' ' || pg_get_constraintdef(k.oid) || ' ' || k.convalidated || coalesce(obj_description(k.oid, 'pg_constraint'), '')
         from pg_constraint k where k.conrelid = c.oid order by 1) as constraints,
       array(select t.tgname || ' ' || t.tgenabled::text from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal order by 1) as triggers,
       array(select pg_get_indexdef(i.indexrelid) || coalesce(obj_description(i.indexrelid, 'pg_class'), '')
         from pg_index i where i.indrelid = c.oid and i.indisvalid order by 1) as indexes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('app_public', 'app_private', 'auth', 'graphile_worker', 'graphile_migrate') order by 1`,
  );
  return rows;
}

describe('a broken archive changes nothing', () => {
  const target = join(folder, 'untouched');
  const damages: { what: string; damage: (bytes: Buffer) => Buffer; says: RegExp }[] = [
    { what: 'cut off', damage: (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2)), says: /is damaged or not a backup: .*cut off/ },
    { what: 'without its last block of text', damage: (bytes) => bytes.subarray(0, -3072), says: /is damaged or not a backup/ },
    {
      what: 'with one byte of a row changed',
      damage: flipIn(/tables\/app_public\.users\/\d+\.copy\.gz/, 40),
      says: /tables\/app_public\.users\/000001\.copy\.gz was changed after it was written/,
    },
    {
      what: 'with one byte of a file changed',
      damage: flipIn(/files\/media\/videos\/abcd1234\/segment-0\.m4s/, 1_000_000),
      says: /segment-0\.m4s was changed after it was written/,
    },
    {
      what: 'with one byte of the manifest changed',
      damage: flipIn(/manifest\.json/, 100),
      says: /its manifest was changed after it was written/,
    },
    { what: 'of another kind', damage: () => Buffer.from('PK\u0003\u0004 no backup'.repeat(100)), says: /is damaged or not a backup/ },
  ];

  test.each(damages)('$what', async ({ what, damage, says }) => {
    const damaged = join(folder, `${what.replaceAll(' ', '-')}.newline`);
    writeFileSync(damaged, damage(readFileSync(archive)));
    expect(await restoreInto(target, damaged)).toMatchObject({ code: 1, out: '', err: expect.stringMatching(says) });
    expect(existsSync(target)).toBe(false);
  });

  test('from a newer release', async () => {
    const newer = join(folder, 'newer.newline');
    await withClient({ connectionString: superuserAddress() }, async (client) => {
      await client.query(
        `insert into graphile_migrate.migrations (hash, previous_hash, filename) select 'sha1:new', max(hash), '999999.sql' from graphile_migrate.migrations`,
      );
    });
    await writeBackup({ connections: db.connections, dataDir: source, storage: { driver: 'local' }, file: newer, version: '9.9.9' });
    expect(await restoreInto(target, newer)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/was written by a newer release \(newline 9\.9\.9, \d+ migrations; here are \d+\)\. Update newline/),
    });
    expect(existsSync(target)).toBe(false);
  });
});

/** Changes one byte of the member whose path matches, at this offset after its header. */
function flipIn(path: RegExp, behind: number): (bytes: Buffer) => Buffer {
  return (bytes) => {
    const changed = Buffer.from(bytes);
    for (let at = 0; at < changed.length; at += 512) {
      const isHeader = changed.subarray(at + 257, at + 262).toString() === 'ustar' && path.test(changed.subarray(at, at + 100).toString());
      if (!isHeader) continue;
      const position = at + 512 + behind;
      changed[position] = (changed[position] ?? 0) ^ 1;
      return changed;
    }
    throw new Error(`no member matches ${path}`);
  };
}
