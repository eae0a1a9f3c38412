import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { committedMigrations, migrationsFolder } from '@newline/db/committed-migrations';
import { dumpSchema } from '@newline/db/dump-schema';
import { migrate } from '@newline/db/migrate';
import { rehashMigrations } from '@newline/db/rehash-migrations';
import { StartError } from '@newline/db/start-error';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

/** A migration after all others. */
const bad = `${'9'.repeat(6)}-kettles.sql`;

let db: TestDatabase;
let last: string;
beforeAll(async () => {
  db = await startTestDatabase();
  last = (await committedMigrations()).at(-1)?.number ?? '';
});
afterAll(() => db.stop());

/** Returns the committed migrations and one more, with this text. */
async function withMigration(text: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'newline-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(migrationsFolder, 'committed'), join(folder, 'committed'), { recursive: true });
  writeFileSync(join(folder, 'committed', bad), text);
  await rehashMigrations(join(folder, 'committed'));
  return folder;
}

/** Returns everything that a migration can change. */
async function state(): Promise<unknown> {
  const { rows } = await db.superuser.query('select filename, hash from graphile_migrate.migrations order by filename');
  const { rows: tables } = await db.superuser.query(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by name`,
  );
  return { rows, tables, schema: await dumpSchema(db.superuser) };
}

async function failureOf(text: string): Promise<StartError> {
  const folder = await withMigration(text);
  const error = await migrate(db.connections.owner, undefined, folder).then(
    () => null,
    (failure: unknown) => failure,
  );
  if (error instanceof StartError) return error;
  throw new Error('expected a StartError', { cause: error });
}

const kettles = `-- 🫖 Kettles, whose name PostgreSQL counts as one character.
create table app_private.kettles (id int primary key);
insert into app_private.kettles values (1);
`;

test('a migration with a mistake names its file, its line, the state of the database and the solution, and changes nothing', async () => {
  const before = await state();
  expect((await failureOf(`${kettles}\nselect whistle from app_private.kettles;\n`)).message).toBe(
    `The migration ${bad} failed at line 8: column "whistle" does not exist
  select whistle from app_private.kettles;
None of it was applied: the database is as ${last} left it, and the release that you ran before still starts on it.
Go back to the release that you ran before, and report this message.`,
  );
  expect(await state()).toEqual(before);
});

test('rows that don’t fit are named, and so is the function in which a migration failed', async () => {
  const before = await state();
  const twice = await failureOf(`${kettles}insert into app_private.kettles values (1);\n`);
  expect(twice.message).toMatch(
    /^The migration \d{6}-kettles\.sql failed: duplicate key value .*\n {2}Key \(id\)=\(1\) already exists\.\n/,
  );
  expect(twice.message).toMatch(
    /\nSome rows violate the new constraint\. Fix the rows that the message names, and start the site again\.$/,
  );
  const inside = await failureOf(`${kettles}do $$ begin perform 1 / (select count(*) - 1 from app_private.kettles); end $$;\n`);
  expect(inside.message).toMatch(/failed: division by zero\n(?: {2}.*\n)* {2}PL\/pgSQL function inline_code_block line 1 at PERFORM\n/);
  expect(await state()).toEqual(before);
});

test('a statement that this PostgreSQL doesn’t know says which version the site needs', async () => {
  const { message } = await failureOf(`${kettles}select app_private.of_a_later_version();\n`);
  expect(message).toMatch(/\nThe server may lack something that the site needs: PostgreSQL 15 or newer with unaccent and pg_trgm\./);
});

test('the same migration runs without its mistake', async () => {
  const folder = await withMigration(kettles);
  expect(await migrate(db.connections.owner, undefined, folder)).toEqual({ executed: 1, ahead: 0 });
  expect((await db.superuser.query('select id from app_private.kettles')).rows).toEqual([{ id: 1 }]);
});
