import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
});
afterAll(() => db.stop());

async function excerptOf(words: string, query: string, terms: readonly string[]): Promise<string> {
  const { rows } = await db.superuser.query<{ excerpt: string }>(
    `select app_private.search_excerpt('CODE', $1, $2::tsquery, $3, false) as excerpt`,
    [words, query, terms],
  );
  return (rows[0]?.excerpt ?? '').replaceAll('\uE000', '[').replaceAll('\uE001', ']');
}

test.each([
  ['words', 'envelope', []],
  ['terms', '', ['envelope']],
  ['both', 'type', ['envelope']],
] as const)('an excerpt for %s keeps generic types and tags, and has no blank lines @SEARCH-01', async (_, query, terms) => {
  const excerpt = await excerptOf('type Envelope<T> = { body: T };\n\n  \nconst card = <b class="x">{paper}</b>;', query, terms);
  expect(excerpt).toContain('[Envelope]<T> = { body: T };\nconst card = <b class="x">{paper');
});
