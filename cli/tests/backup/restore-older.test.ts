import { mkdtempSync, rmSync, chmodSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rebuildSchema } from '@newline/db/backup/rebuild-schema';
import { committedMigrations } from '@newline/db/committed-migrations';
import { formerMigrations } from '@newline/db/former-migrations';
import { startDatabase } from '@newline/db/start-database';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { withClient } from '@newline/db/with-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeBackup } from '../../src/backup/write-backup.ts';
import { runNewline } from '../run-newline.ts';

// Creates an archive of a release with fewer migrations, and one of a release with different ones.
const folder = mkdtempSync(join(tmpdir(), 'newline-older-'));
const secret = { SECRET_KEY: 'a key of the site that was restored' };
const later = 3;
let db: TestDatabase;
let names: string[];

beforeAll(async () => {
  chmodSync(folder, 0o711);
  db = await startTestDatabase();
  const committed = await committedMigrations();
  names = committed.map(({ number }) => number);
  await withClient(db.connections.owner, async (owner) => {
    await owner.query('begin');
    await rebuildSchema(
      owner,
      committed.slice(0, -later).map(({ number, hash }) => ({ filename: number, hash })),
    );
    await owner.query('delete from graphile_migrate.migrations where filename = any ($1)', [names.slice(-later)]);
    await owner.query('commit');
  });
  await db.superuser.query(`insert into auth."user" ("name", "email", "emailVerified") values ('Old Reader', 'old@example.com', true)`);
}, 120_000);
afterAll(async () => {
  await db.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function backUp(file: string, version: string, of = db): Promise<string> {
  const path = join(folder, file);
  await writeBackup({ connections: of.connections, dataDir: join(folder, 'source'), storage: { driver: 'local' }, file: path, version });
  return path;
}

describe('restoring a backup from another release', () => {
  test('an older one becomes a site of this release, with its content', async () => {
    const { rows: before } = await db.superuser.query('select filename from graphile_migrate.migrations');
    expect(before).toHaveLength(names.length - later);
    const archive = await backUp('older.newline', '0.0.9');
    const target = join(folder, 'target');
    const { code, err } = await runNewline(['restore', archive], { DATA_DIR: target, ...secret });
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining(`Running ${later} database migrations`) });
    const site = await startDatabase({ dataDir: target, secretKey: secret.SECRET_KEY, log: () => undefined });
    try {
      await withClient(site.connections.owner, async (owner) => {
        const { rows } = await owner.query<{ filename: string }>('select filename from graphile_migrate.migrations order by filename');
        expect(rows.map(({ filename }) => filename)).toEqual(names);
        expect((await owner.query(`select username from app_public.users where name = 'Old Reader'`)).rows).toEqual([
          { username: 'old-reader' },
        ]);
        // The site's own start writes everything to the write-ahead log again.
        expect((await owner.query('show wal_level')).rows).toEqual([{ wal_level: 'replica' }]);
      });
    } finally {
      await site.stop();
    }
  }, 240_000);

  test('one with other migrations is refused, and the error says which were expected', async () => {
    const changed = names[names.length - later - 1] ?? '';
    await db.superuser.query(`update graphile_migrate.migrations set hash = 'sha1:other' where filename = $1`, [changed]);
    const archive = await backUp('other.newline', '0.0.8');
    const target = join(folder, 'untouched');
    expect(await runNewline(['restore', archive], { DATA_DIR: target, ...secret })).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(
        new RegExp(
          `another migration ${changed} than this release has: expected ${changed} with sha1:[0-9a-f]{40}, got ${changed} with sha1:other\\. Restore with the release that wrote it, newline 0\\.0\\.8`,
          'u',
        ),
      ),
    });
    expect(existsSync(target)).toBe(false);
  });
});

describe('restoring a backup from before the migrations were rewritten', () => {
  /** Creates a backup of a site that had run this many of the former migrations. */
  async function backUpFormer(file: string, count: number): Promise<string> {
    const { migrations } = await formerMigrations();
    const run = migrations.slice(0, count).map(({ number, hash }) => ({ filename: number, hash }));
    const old = await startTestDatabase();
    try {
      await withClient(old.connections.owner, async (owner) => {
        await owner.query('begin');
        await rebuildSchema(owner, run);
        await owner.query('delete from graphile_migrate.migrations');
        await owner.query(
          `insert into graphile_migrate.migrations (hash, previous_hash, filename)
           select hash, lag(hash) over (order by filename), filename from unnest($1::text[], $2::text[]) as m (hash, filename)`,
          [run.map(({ hash }) => hash), run.map(({ filename }) => filename)],
        );
        await owner.query(
          `insert into auth."user" ("name", "email", "emailVerified") values ('Former Reader', 'former@example.com', true)`,
        );
        await owner.query('commit');
      });
      return await backUp(file, '0.0.7', old);
    } finally {
      await old.stop();
    }
  }
  const oldestCount = async () => {
    const { oldest, migrations } = await formerMigrations();
    return migrations.findIndex(({ number }) => number === oldest) + 1;
  };

  test('one from the oldest supported release becomes a site of this release, with its content', async () => {
    const archive = await backUpFormer('former.newline', await oldestCount());
    const target = join(folder, 'former-target');
    expect(await runNewline(['restore', archive], { DATA_DIR: target, ...secret })).toMatchObject({ code: 0 });
    const site = await startDatabase({ dataDir: target, secretKey: secret.SECRET_KEY, log: () => undefined });
    try {
      await withClient(site.connections.owner, async (owner) => {
        const { rows } = await owner.query<{ filename: string }>('select filename from graphile_migrate.migrations order by filename');
        expect(rows.map(({ filename }) => filename)).toEqual(names);
        expect((await owner.query('select username from app_public.users')).rows).toEqual([{ username: 'former-reader' }]);
      });
    } finally {
      await site.stop();
    }
  }, 240_000);

  test('an older one is refused with instructions, and nothing changes', async () => {
    const archive = await backUpFormer('too-old.newline', (await oldestCount()) - 1);
    const target = join(folder, 'former-untouched');
    expect(await runNewline(['restore', archive], { DATA_DIR: target, ...secret })).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        'where commit af514a3 ends. Check out that commit, restore there, start the site once, and write a new backup. Nothing was changed.',
      ),
    });
    expect(existsSync(target)).toBe(false);
  }, 240_000);
});
