import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { committedMigrations, compatibilityMark, migrationsFolder } from '@newline/db/committed-migrations';
import { migrate, remainingMigrations } from '@newline/db/migrate';
import { rehashMigrations } from '@newline/db/rehash-migrations';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { withClient } from '@newline/db/with-client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

// Three releases after this one: two whose migrations this one can run with, and one whose migration it can't.
const compatible = {
  '900001-shoe-sizes.sql': `-- Shoe sizes of users.
-- Compatible with older releases: they ignore the table.
create table app_private.shoe_sizes (user_id uuid primary key references app_public.users on delete cascade, size int not null);
insert into app_private.shoe_sizes select id, 40 from app_public.users;
`,
  '900002-shoe-widths.sql': `-- Compatible with older releases: the column has a default.
alter table app_private.shoe_sizes add column width int not null default 1;
`,
};
const breaking = {
  '900003-no-shoes.sql': `-- Breaks older releases: they write the column.
alter table app_public.users rename column username to handle;
`,
};

let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
});
afterAll(() => db.stop());

/** Returns the migrations of a release: these and the committed ones. */
async function release(migrations: Readonly<Record<string, string>>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'newline-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(migrationsFolder, 'committed'), join(folder, 'committed'), { recursive: true });
  for (const [name, text] of Object.entries(migrations)) writeFileSync(join(folder, 'committed', name), text);
  await rehashMigrations(join(folder, 'committed'));
  return folder;
}

const signUp = (email: string) =>
  withClient(db.connections.owner, (owner) =>
    owner.query(`insert into auth."user" ("name", "email", "emailVerified") values ('A Reader', $1, true)`, [email]),
  );
const rows = async (sql: string) => (await db.superuser.query(sql)).rows;
const everything = async () => ({
  migrations: await rows('select filename, hash from graphile_migrate.migrations order by filename'),
  users: await rows('select * from app_public.users order by id'),
});

test('a database goes forward, back and forward again with its data, and a release that can’t run with it is refused', async () => {
  const { owner } = db.connections;
  await signUp('first@example.com');
  expect(await migrate(owner, undefined, await release(compatible))).toEqual({ executed: 2, ahead: 0 });
  const [{ sizes } = { sizes: 0 }] = await rows('select count(*)::int as sizes from app_private.shoe_sizes');
  expect(sizes).toBeGreaterThan(0);

  // Back: this release starts, changes nothing, and writes.
  const before = await everything();
  expect(await migrate(owner)).toEqual({ executed: 0, ahead: 2 });
  expect(await withClient(owner, remainingMigrations)).toEqual([]);
  expect(await everything()).toEqual(before);
  await signUp('second@example.com');

  // Forward: what the older release wrote is there, and so is what the newer one had.
  expect(await migrate(owner, undefined, await release(compatible))).toEqual({ executed: 0, ahead: 0 });
  expect(await rows('select count(*)::int as sizes from app_private.shoe_sizes')).toEqual([{ sizes }]);
  expect(await rows(`select count(*)::int as users from auth."user" where email like '%@example.com'`)).toEqual([{ users: 2 }]);

  // A release that the older ones can't run with.
  expect(await migrate(owner, undefined, await release({ ...compatible, ...breaking }))).toEqual({ executed: 1, ahead: 0 });
  const last = await everything();
  await expect(migrate(owner)).rejects.toThrow(
    /^A newer release migrated this database: it has 900003\.sql, and this release ends with \d{6}\.sql and can't run with that\. Start the newer release, or restore a backup/,
  );
  await expect(migrate(owner, undefined, await release(compatible))).rejects.toThrow(
    /it has 900003\.sql, and this release ends with 900002/,
  );
  expect(await everything()).toEqual(last);
});

test('a migration without a mark is one that older releases can’t run with', async () => {
  const other = await startTestDatabase();
  onTestFinished(() => other.stop());
  const folder = await release({ '900001-unmarked.sql': 'create table app_private.unmarked (id int primary key);\n' });
  await migrate(other.connections.owner, undefined, folder);
  await expect(migrate(other.connections.owner)).rejects.toThrow(/it has 900001\.sql/);
});

test('each migration after the first release says whether older releases can run with it', async () => {
  type Release = { version: string; lastMigration: string };
  const file = fileURLToPath(new URL('../migrations/releases.json', import.meta.url));
  const releases: Release[] = JSON.parse(await readFile(file, 'utf8'));
  const names = readdirSync(join(migrationsFolder, 'committed')).toSorted();
  const numbers = new Set((await committedMigrations()).map(({ number }) => number));
  for (const { lastMigration } of releases) expect(numbers).toContain(lastMigration);
  const unmarked = async (first: Release | undefined) => {
    const later = names.filter((name) => first !== undefined && `${name.slice(0, 6)}.sql` > first.lastMigration);
    const texts = await Promise.all(later.map((name) => readFile(join(migrationsFolder, 'committed', name), 'utf8')));
    return later.filter((_, index) => !compatibilityMark.test(texts[index] ?? ''));
  };
  expect(await unmarked(releases[0])).toEqual([]);
  // The check finds migrations without a mark: those of the first release have none.
  expect(await unmarked({ version: '0.0.1', lastMigration: '000082.sql' })).toContain('000083-search-reads.sql');
});
