import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { committedMigrations } from '@newline/db/committed-migrations';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// Everything that a document or a comment names exists: files, and objects of the database.
const root = fileURLToPath(new URL('../../../', import.meta.url));
const pages = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  'db/CONVENTIONS.md',
  ...filesBelow('docs').filter((path) => path.endsWith('.md')),
];
const sources = ['api', 'bench', 'bin', 'cli', 'db', 'document', 'e2e', 'editor', 'ui', 'web']
  .flatMap(filesBelow)
  .filter((path) => /\.(?:ts|tsx|mjs|sql)$/.test(path));
const folders = new Set(readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])));
const committed = new Set((await committedMigrations()).map(({ name }) => name));

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return /^(?:node_modules|build|media|content|\..*)$/.test(entry.name) ? [] : filesBelow(path);
    return [path];
  });
}

/** Returns the paths on a page that don't exist. */
function missingPaths(page: string, text: string): string[] {
  // A link is relative to the page's own folder, a path in the text to the root.
  const links = [...text.replaceAll(/`[^`\n]*`/g, '``').matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].flatMap(([, to = '']) =>
    /^[a-z]+:/.test(to) ? [] : [join(dirname(page), to)],
  );
  const prose = text.replaceAll(/\]\([^)]*\)/g, ']');
  const named = [
    ...prose.matchAll(/(?<![\w./@:{*-])((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|sql|md|mjs|graphql|css|json))(?![\w/*{]|\.\w)/g),
  ].flatMap(([, path = '']) => (folders.has(path.split('/')[0] ?? '') ? [path] : []));
  const migrations = [...text.matchAll(/(?<![\w/-])(\d{6}-[a-z-]+\.sql)/g)].map(([, name = '']) => `db/migrations/committed/${name}`);
  return [...links, ...named, ...migrations].filter((path) => !existsSync(join(root, path)) && !path.startsWith('web/build/'));
}

let db: TestDatabase;
let objects: Set<string>;
beforeAll(async () => {
  db = await startTestDatabase();
  const { rows } = await db.superuser.query<{ name: string }>(`
    with ours as (select oid, nspname as schema from pg_namespace where nspname in ('app_public', 'app_private', 'auth'))
    select s.schema || '.' || p.proname as name from pg_proc p join ours s on s.oid = p.pronamespace
    union select s.schema || '.' || c.relname from pg_class c join ours s on s.oid = c.relnamespace
    union select s.schema || '.' || t.typname from pg_type t join ours s on s.oid = t.typnamespace
    union select s.schema || '.' || c.relname || '.' || a.attname from pg_class c join ours s on s.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    union select s.schema || '.' || c.cfgname from pg_ts_config c join ours s on s.oid = c.cfgnamespace
    union select 'trigger ' || t.tgname from pg_trigger t where not t.tgisinternal`);
  objects = new Set(rows.map(({ name }) => name));
});
afterAll(() => db.stop());

/** Returns the functions, tables, columns and triggers on a page that the database doesn't have. */
function missingObjects(text: string): string[] {
  const named = [...text.matchAll(/\b((?:app_public|app_private|auth)\.[a-z]\w*(?:\.[a-z]\w*)?)(?![\w*{$])(?!\.ts|\.sql)/g)].map(
    ([, name = '']) => name,
  );
  const triggers = [...text.matchAll(/\btrigger `(\w+)`/g)].map(([, name = '']) => `trigger ${name}`);
  return [...named, ...triggers].filter((name) => !objects.has(name));
}

describe.each(pages)('%s', (page) => {
  const text = readFileSync(join(root, page), 'utf8');

  test('names files that exist', () => {
    expect(missingPaths(page, text)).toEqual([]);
  });

  test('names functions, tables and triggers that exist', () => {
    expect(missingObjects(text)).toEqual([]);
  });
});

test('comments name migrations that exist', () => {
  const missing = sources.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    // Tests of upgrades name migrations of former releases.
    if (/formerMigrations\b/.test(text) || path === 'bin/tests/changed.test.ts') return [];
    const named = [...text.matchAll(/\b(\d{6}-[a-z-]+\.sql)/g), ...text.matchAll(/\((0000\d\d)\)/g)].map(([, name = '']) => name);
    // From 900000 on they are invented by tests.
    return named.filter((name) => !committed.has(name) && !name.startsWith('9')).map((name) => `${path}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('missing names are found', () => {
  expect(missingPaths('docs/x.md', 'See [a](gone.md), db/src/gone.ts, `000999-gone.sql` and docs/operating.md.')).toEqual([
    'docs/gone.md',
    'db/src/gone.ts',
    'db/migrations/committed/000999-gone.sql',
  ]);
  expect(
    missingObjects('`app_private.gone`, app_public.users.gone, `app_public.users.name`, the trigger `gone` and the trigger `touch`'),
  ).toEqual(['app_private.gone', 'app_public.users.gone', 'trigger gone']);
});
