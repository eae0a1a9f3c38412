import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
});
afterAll(() => db.stop());

test.each([
  ['Größe & “Maß”, 2nd ed.', 'grosse-mass-2nd-ed'],
  ['L’été à la plage', 'lete-a-la-plage'],
  ['Rust 编程', 'rust-bian-cheng'],
  ['数据库索引', 'shu-ju-ku-suo-yin'],
  ['Введение в Rust', 'vvedenie-v-rust'],
  ['ЙОГА и ёлка', 'yoga-i-elka'],
  ['Αρχή με Rust', 'archi-me-rust'],
  ['さくらとデータ', 'sakuratodeta'],
  ['안녕 세계', 'annyeong-segye'],
  ['Łódź', 'lodz'],
  ['C++ 入門', 'c-ru-men'],
  ['!!!', 'course'],
  ['👩🏽‍💻', 'course'],
])('%s is /courses/%s', async (title, slug) => {
  const { rows } = await db.superuser.query<{ slug: string }>(`select app_private.slug_of($1, 'course') as slug`, [title]);
  expect(rows[0]?.slug).toBe(slug);
});

test('the slug that the studio proposes is the one that the database would create, and empty for a title without letters', async () => {
  const { rows } = await db.superuser.query<{ slug: string | null }>(
    `select app_public.proposed_slug(title) as slug from unnest($1::text[]) with ordinality as t (title, n) order by n`,
    [['数据库索引', 'Größe & “Maß”', '!!!', 'a'.repeat(100_000)]],
  );
  expect(rows.map(({ slug }) => slug)).toEqual(['shu-ju-ku-suo-yin', 'grosse-mass', null, 'a'.repeat(80)]);
});

test('a title in any script gives a slug that is valid in a URL', async () => {
  const { rows } = await db.superuser.query(
    `select n, app_private.slug_of(chr(n) || ' ' || chr(n + 1), 'none') as slug from generate_series(161, 55000, 7) n
     where app_private.slug_of(chr(n) || ' ' || chr(n + 1), 'none') !~ '^[a-z0-9]+(-[a-z0-9]+)*$'`,
  );
  expect(rows).toEqual([]);
});
