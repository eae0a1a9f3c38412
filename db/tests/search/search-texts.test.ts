import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

type Block = { id: string; words: string; type?: 'codeBlock' };
type Entry = { id: string; kind: string; place: number; block_id: string | null; words: string };

let db: TestDatabase;
let lesson: string;
beforeAll(async () => {
  db = await startTestDatabase();
  const { rows } = await db.superuser.query<{ id: string }>(
    `with c as (insert into app_public.courses (title, slug, permalink) values ('Course', 'course', '/courses/course') returning id)
     insert into app_public.lessons (course_id, title, slug) select id, 'Lesson', 'lesson' from c returning id`,
  );
  lesson = rows[0]?.id ?? '';
});
afterAll(() => db.stop());

async function write(blocks: readonly Block[]): Promise<void> {
  const content = blocks.map(({ words, type = 'paragraph' }) => ({ type, content: [{ type: 'text', text: words || '—' }] }));
  const words = blocks.map((block) => block.words);
  await db.superuser.query('select app_private.save_lesson_body($1, $2, $3, $4, $5, $5, null, null, 0)', [
    lesson,
    JSON.stringify({ type: 'doc', content }),
    blocks.map(({ id }) => id),
    words,
    words,
  ]);
}

async function entries(): Promise<Entry[]> {
  const { rows } = await db.superuser.query<Entry>(
    `select id, kind, place, block_id, words from app_private.search_entries where lesson_id = $1 and kind in ('TEXT', 'CODE') order by place`,
    [lesson],
  );
  const { rowCount } = await db.superuser.query(
    'select from app_private.search_entries where lesson_id = $1 and place is not null and vector <> app_private.search_vector(words)',
    [lesson],
  );
  expect(rowCount).toBe(0);
  return rows;
}

const expected = (blocks: readonly Block[]): Omit<Entry, 'id'>[] =>
  blocks
    .map(({ id, words, type }, at) => ({ kind: type ? 'CODE' : 'TEXT', place: at + 1, block_id: id === '' ? null : id, words }))
    .filter(({ words }) => words !== '');

const one: Block = { id: 'aaaaa', words: 'One fine morning' };
const two: Block = { id: 'bbbbb', words: 'Two of a kind' };
const three: Block = { id: '', words: 'Three without an id' };
const code: Block = { id: 'ccccc', words: 'const readStock = 4', type: 'codeBlock' };
const empty: Block = { id: 'ddddd', words: '' };

test.each<[string, Block[], Block[], number]>([
  ['nothing changed', [one, two, code], [one, two, code], 3],
  ['a block more at the beginning', [one, two, code], [three, one, two, code], 3],
  ['a block less in the middle', [one, two, three, code], [one, three, code], 3],
  ['two that changed places', [one, two, code], [two, one, code], 3],
  ['other words in a block', [one, two], [one, { ...two, words: 'Two of another kind' }], 1],
  ['words that became code', [one, two], [one, { ...two, type: 'codeBlock' }], 1],
  ['the same block three times, then twice', [three, three, one, three], [three, one, three], 3],
  ['the same block once, then three times', [three, one], [three, three, one, three], 2],
  ['an empty block that gets words', [one, empty, two], [one, { ...empty, words: 'Not empty any more' }, two], 2],
  ['a block that loses its words', [one, two, code], [one, { ...two, words: '' }, code], 2],
  ['everything new', [one, two], [three, code], 0],
  ['everything gone', [one, two], [empty], 0],
])('%s: the entries match the text, and unchanged ones weren’t written again @SEARCH-01', async (_, before, after, unchanged) => {
  await write(before);
  const first = await entries();
  expect(first).toMatchObject(expected(before));
  await write(after);
  const second = await entries();
  expect(second.map(({ id: _id, ...entry }) => entry)).toEqual(expected(after));
  const ids = new Set(first.map(({ id }) => id));
  expect(second.filter(({ id }) => ids.has(id))).toHaveLength(unchanged);
});
