import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const page = readFileSync(join(root, 'docs/where-is.md'), 'utf8');

let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
});
afterAll(() => db.stop());

/**
 * Returns what a line names that doesn't exist: a file, a name in the file before it, or a table, column, type or function of the database.
 */
async function missingIn(line: string): Promise<string[]> {
  const missing: string[] = [];
  for (const [, path = '', name] of line.matchAll(/`(?:node )?((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|css|md|json))`(?:: `([^`]+)`)?/g)) {
    if (!existsSync(join(root, path))) missing.push(path);
    else if (name !== undefined && !isDeclaredIn(readFileSync(join(root, path), 'utf8'), name)) missing.push(`${name} in ${path}`);
  }
  for (const [, schema = '', name = '', column] of line.matchAll(/`(app_public|app_private)\.(\w+)(?:\.(\w+))?`/g)) {
    const { rows } = await db.superuser.query(
      `select from pg_class c where c.relnamespace = $1::regnamespace and c.relname = $2
         and ($3::text is null or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = $3 and not a.attisdropped))
       union all select from pg_type t where t.typnamespace = $1::regnamespace and t.typname = $2 and $3::text is null
       union all select from pg_proc p where p.pronamespace = $1::regnamespace and p.proname = $2 and $3::text is null`,
      [schema, name, column ?? null],
    );
    if (rows.length === 0) missing.push([schema, name, column].filter(Boolean).join('.'));
  }
  return missing;
}

function isDeclaredIn(source: string, name: string): boolean {
  return name.startsWith('--')
    ? source.includes(`${name}:`)
    : new RegExp(String.raw`^export (?:async )?(?:const|function|class|type|interface) ${name}\b`, 'm').test(source);
}

const lines = page.split('\n').filter((line) => /^\| [a-z] \|/.test(line));

test('docs/where-is.md answers at least twelve questions, in alphabetical order, with locations', () => {
  expect(lines.length).toBeGreaterThanOrEqual(12);
  expect(lines.map((line) => line.charAt(2)).join('')).toBe('abcdefghijklmnopqrstuvwxyz'.slice(0, lines.length));
  for (const line of lines) expect(line).toMatch(/`(?:[^`]+\.(?:ts|tsx|css)|app_p\w+\.\w+)`/);
});

test.each(lines.map((line) => [line.split('|')[2]?.trim() ?? '', line] as const))('%s', async (_question, line) => {
  expect(await missingIn(line)).toEqual([]);
});

test('a missing location is found (control)', async () => {
  const gone =
    '`ui/src/gone.css` `ui/src/tokens.css`: `--gone` `embeds.config.ts`: `goneProviders` `app_private.gone` `app_public.users.gone` `app_public.users.name`';
  expect(await missingIn(gone)).toEqual([
    'ui/src/gone.css',
    '--gone in ui/src/tokens.css',
    'goneProviders in embeds.config.ts',
    'app_private.gone',
    'app_public.users.gone',
  ]); // prettier-ignore
});
