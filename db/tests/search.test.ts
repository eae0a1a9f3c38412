import { asPerson, type Person, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildGateWorld, readers } from './gate-world.ts';
import { idOf } from './permissions/world.ts';

type Hit = {
  kind: string;
  title: string | null;
  context: string | null;
  path: string;
  block_id: string | null;
  excerpt: string;
  searched: string;
};

const visitor: Person = { role: 'visitor', userId: null };

async function search(
  db: TestDatabase,
  person: Person,
  words: string,
  more: { kinds?: string[]; isTyping?: boolean } = {},
): Promise<Hit[]> {
  const { rows } = await asPerson(db, person, (client) =>
    client.query<Hit>('select * from app_public.search($1, $2::app_public.search_kind[], 100, $3)', [
      words,
      more.kinds ?? null,
      more.isTyping ?? false,
    ]),
  );
  return rows;
}

describe('the paywall @SEARCH-01 @DOC-04', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await startTestDatabase();
    await buildGateWorld(db);
  });
  afterAll(() => db.stop());

  test.each(['visitor', 'learner', 'Pro ended', 'Pro to come'] as const)('a gated word is not found by a %s', async (name) => {
    expect(await search(db, readers[name], 'canary')).toEqual([]);
    expect(await search(db, readers[name], 'canar', { isTyping: true })).toEqual([]);
    expect(await search(db, readers[name], 'cannary')).toEqual([]);
    expect((await search(db, readers[name], 'open words')).some(({ kind }) => kind === 'TEXT')).toBe(true);
  });

  test.each(['Pro', 'buyer', 'author', 'admin'] as const)('it is found by the %s, who can read it', async (name) => {
    const hits = await search(db, readers[name], 'canary');
    expect(hits.some(({ kind, excerpt }) => kind === 'TEXT' && /canary/i.test(excerpt))).toBe(true);
    expect(hits.some(({ kind }) => kind === 'TRANSCRIPT')).toBe(true);
  });

  test('a visitor finds exactly what a visitor can read and see in lists', async () => {
    const paths = new Set((await search(db, visitor, 'open words', { kinds: ['TEXT'] })).map(({ path }) => path));
    // For the gate, a superuser without a signed-in user is a visitor.
    const { rows: allowed } = await db.superuser.query<{ path: string }>(
      `select distinct app_public.lessons_permalink(l) as path from app_private.search_entries e join app_public.lessons l on l.id = e.lesson_id
       left join app_public.courses c on c.id = l.course_id left join app_public.books b on b.id = l.book_id
       where e.kind = 'TEXT' and e.words ~ 'Open' and coalesce(c.is_shown_publicly, b.is_shown_publicly)
         and not coalesce(c.is_coming_soon, b.is_coming_soon) and e.place <= app_private.readable_lesson_blocks(l.id)`,
    );
    const lessons = new Set([...paths].filter((path) => !path.startsWith('/articles/')));
    expect(allowed.length).toBeGreaterThan(0);
    expect([...lessons].toSorted()).toEqual(allowed.map(({ path }) => path).toSorted());
  });

  test('the text of a deleted comment is gone immediately, even for administrators', async () => {
    const id = idOf('comment learner clip course published');
    const client = await db.superuser.connect();
    try {
      await client.query('begin');
      await client.query(`update app_public.comments set body_markdown = 'a quokka swims' where id = $1`, [id]);
      expect((await client.query(`select from app_public.search('quokka')`)).rowCount).toBe(1);
      await client.query('update app_public.comments set deleted = true, deleted_at = now() where id = $1', [id]);
      expect((await client.query(`select from app_public.search('quokka')`)).rowCount).toBe(0);
      expect((await client.query(`select from app_private.search_entries where comment_id = $1`, [id])).rowCount).toBe(0);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('an announced item is found by its card, and not by its future content', async () => {
    for (const [table, title, its] of [
      ['courses', 'Bilby to come', 'id'],
      ['lessons', 'Bilby at length', 'course_id'],
      ['clips', 'Bilby in short', 'course_id'],
    ] as const)
      await db.superuser.query(
        `update app_public.${table} set title = $1 where ${its} = (select c.id from app_public.courses c where c.slug = 'soon')`,
        [title],
      );
    const kindsFor = async (person: Person) => (await search(db, person, 'bilby')).map(({ kind }) => kind).toSorted();
    for (const person of [visitor, readers.learner, readers.Pro]) expect(await kindsFor(person)).toEqual(['COURSE']);
    for (const person of [readers.author, readers.admin]) expect(await kindsFor(person)).toEqual(['CLIP', 'COURSE', 'LESSON']);
  });

  test('drafts are found only by their writers', async () => {
    const { rows } = await db.superuser.query<{ title: string; path: string }>(
      `update app_public.courses set title = 'Wombat ' || title where not is_published and not is_coming_soon returning title, permalink as path`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(await search(db, visitor, 'wombat')).toEqual([]);
    expect(await search(db, readers.Pro, 'wombat')).toEqual([]);
    const paths = new Set((await search(db, readers.admin, 'wombat', { kinds: ['COURSE'] })).map(({ path }) => path));
    expect(rows.every(({ path }) => paths.has(path))).toBe(true);
    expect((await search(db, readers.author, 'wombat')).length).toBeGreaterThan(0);
  });
});

describe('finding @SEARCH-01', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await startTestDatabase({ demo: true });
  });
  afterAll(() => db.stop());

  test('a title comes before a text that only mentions the word', async () => {
    const kinds = (await search(db, visitor, 'index')).map(({ kind }) => kind);
    expect(kinds[0]).toMatch(/LESSON|CLIP|BOOK|COURSE|ARTICLE/);
    expect(kinds).toContain('TEXT');
  });

  test('by part of a name, a stem, another case, without accents, a phrase', async () => {
    const titles = async (words: string, isTyping = false) => (await search(db, visitor, words, { isTyping })).map(({ title }) => title);
    expect(await titles('pagina', true)).toContain('Pagination, three ways');
    expect(await titles('BORROWING CHECKERS')).toContain('Diary of a week with the borrow checker');
    expect((await search(db, visitor, 'Elodie', { kinds: ['PERSON'] }))[0]?.title).toMatch(/^[EÉ]lodie/);
    expect(await titles('"borrow checker"')).toContain('Diary of a week with the borrow checker');
    expect(await titles('"checker borrow"')).toEqual([]);
    expect((await search(db, visitor, 'borrow -checker', { kinds: ['ARTICLE'] })).map(({ title }) => title)).toEqual([]);
    expect((await search(db, visitor, 'borrow', { kinds: ['ARTICLE'] })).length).toBeGreaterThan(0);
  });

  test('code by a part of a name, with the block to open', async () => {
    const [hit] = await search(db, visitor, 'useEffect', { kinds: ['CODE'] });
    expect(hit?.excerpt).toContain('\uE000useEffect\uE001');
    expect(hit).toMatchObject({ kind: 'CODE', block_id: expect.stringMatching(/^\w{5}$/), context: expect.any(String) });
    expect((await search(db, visitor, 'effect', { kinds: ['CODE'] })).map(({ path }) => path)).toContain(hit?.path);
  });

  test('a mistyped word by similar words, and the hit says which', async () => {
    const [hit] = await search(db, visitor, 'pagnation');
    expect(hit).toMatchObject({ title: 'Pagination, three ways', searched: 'pagination' });
    expect(await search(db, visitor, 'zzzqqxj')).toEqual([]);
  });

  test('one of 300 beyond the first page: by its words, by a mistyped one, in three kinds together', async () => {
    await db.superuser.query(
      `insert into app_public.articles (title, slug, is_published, published_at, is_shown_publicly)
         select 'Tidemark gauge ' || n || case when n = 277 then ' in the estuary' else '' end, 'tidemark-' || n, true, now() - interval '1 day', true
         from generate_series(1, 300) n`,
    );
    expect(await search(db, visitor, 'tidemark gauge')).toHaveLength(100);
    const kinds = ['ARTICLE', 'BOOK', 'COURSE'];
    expect((await search(db, visitor, 'tidemark estuary')).map(({ path }) => path)).toEqual(['/articles/tidemark-277']);
    expect((await search(db, visitor, 'tidemark estuery', { kinds })).map(({ path, searched }) => [path, searched])).toEqual([
      ['/articles/tidemark-277', 'tidemark estuary'],
    ]);
    expect(await search(db, visitor, 'tidemark estuary', { kinds: ['BOOK', 'COURSE', 'LESSON'] })).toEqual([]);
    await db.superuser.query(`delete from app_public.articles where slug like 'tidemark-%'`);
  });

  test('spoken words, with their second', async () => {
    const { rows } = await asPerson(db, visitor, (client) =>
      client.query(`select kind, path, second, excerpt from app_public.search('take the logarithm', '{TRANSCRIPT}') limit 1`),
    );
    expect(rows).toMatchObject([{ kind: 'TRANSCRIPT', path: expect.stringMatching(/^\/clips\//), second: 64 }]);
    // Deleted captions are no longer found, and new ones are.
    await db.superuser.query(`delete from app_private.video_cues where video_url = 'local:baseline-3k'`);
    expect(await search(db, visitor, 'take the logarithm', { kinds: ['TRANSCRIPT'] })).toEqual([]);
    await db.superuser.query(`insert into app_private.video_cues values ('local:baseline-3k', 0, 7.5, 9, 'An echidna speaks')`);
    expect((await search(db, visitor, 'echidna', { kinds: ['TRANSCRIPT'] })).length).toBeGreaterThan(0);
  });

  test('marks matches with characters that no text has', async () => {
    const [hit] = await search(db, visitor, 'borrow checker', { kinds: ['TEXT'] });
    expect(hit?.excerpt).toContain('\uE000borrow\uE001 \uE000checker\uE001');
  });

  test.each([
    '',
    '   ',
    ':* & | ! ( )',
    "'; drop table x; --",
    '<script>alert(1)</script>',
    '\\',
    '"',
    '-',
    'a'.repeat(5000),
    '💥',
    '%',
    '_',
  ])('hostile input is ordinary text: %j', async (words) => {
    await expect(search(db, visitor, words, { isTyping: true })).resolves.toBeInstanceOf(Array);
  });

  test('a renamed title only by its new name', async () => {
    await db.superuser.query(`update app_public.articles set title = 'Numbats in pages' where slug = 'pagination-three-ways'`);
    expect((await search(db, visitor, 'numbats')).map(({ path }) => path)).toEqual(['/articles/pagination-three-ways']);
    await db.superuser.query(`delete from app_public.articles where slug = 'pagination-three-ways'`);
    expect(await search(db, visitor, 'numbats')).toEqual([]);
  });
});
