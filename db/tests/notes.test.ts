import { asPerson, asPersonForGood, type Person, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildWorld, idOf, people } from './permissions/world.ts';

type Note = { id: string; quote: string | null; body: string | null; version: number; is_orphaned: boolean; lesson_id: string | null };
type Added = {
  key?: string;
  lesson?: string | null;
  article?: string | null;
  second?: number | null;
  anchor?: object | null;
  body?: string;
};
type Entry = { id: string; body: string | null; quote: string | null; itemTitle: string; partTitle: string | null; path: string | null };
type List = {
  entries: Entry[];
  endCursor: string | null;
  matches: number;
  titles: { item_id: string; title: string; count: number }[];
  count: number;
};
type Choice = { sort?: string; search?: string; kind?: string; item?: string; first?: number; after?: string | null };

let db: TestDatabase;
const published = idOf('lesson course published');

beforeAll(async () => {
  db = await startTestDatabase();
  await buildWorld(db.superuser);
});
afterAll(() => db.stop());
beforeEach(() =>
  db.superuser.query(
    `delete from app_public.notes; delete from app_private.user_quotas where kind = 'notes'; delete from app_private.moved_note_texts`,
  ),
);

function anchorOf(text: string, blockId: string | null = 'aaaaa', more: object = {}) {
  return {
    from: 1,
    to: 1 + text.length,
    text,
    node: 'paragraph',
    blockId,
    endBlockId: blockId,
    occurrence: 0,
    prefix: '',
    suffix: '',
    quoted: text.length,
    ...more,
  };
}

async function add(person: Person, { key = randomUUID(), lesson = published, article = null, second = null, anchor, body }: Added = {}) {
  const { rows } = await asPersonForGood(db, person, (client) =>
    client.query<{ id: string }>('select app_private.add_note($1, $2, $3, $4, $5, $6) as id', [
      key,
      article === null ? lesson : null,
      article,
      second,
      anchor === undefined ? (second === null ? anchorOf('Open words') : null) : anchor,
      body ?? null,
    ]),
  );
  return rows[0]?.id ?? '';
}

async function change(person: Person, id: string, body: string | null, version: number) {
  const { rows } = await asPersonForGood(db, person, (client) =>
    client.query<Note>('select * from app_public.change_note($1, $2, $3)', [id, body, version]),
  );
  return rows[0];
}

const remove = (person: Person, id: string, version: number) =>
  asPersonForGood(db, person, (client) => client.query('select app_public.delete_note($1, $2)', [id, version]));

async function ownNote(person: Person, id: string) {
  const { rows } = await asPerson(db, person, (client) => client.query<Note>('select * from app_public.own_note($1)', [id]));
  return rows[0]?.id == null ? null : rows[0];
}

async function marks(person: Person, lesson: string = published) {
  const { rows } = await asPerson(db, person, (client) =>
    client.query<{ id: string; block_id: string | null; words: string | null; excerpt: string | null }>(
      'select * from app_public.note_marks($1)',
      [lesson],
    ),
  );
  return rows;
}

async function list(person: Person, { sort = 'NEWEST', search, kind, item, first = 30, after }: Choice = {}): Promise<List | null> {
  const { rows } = await asPerson(db, person, (client) =>
    client.query<List>(
      `select (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'body', e.body, 'quote', e.quote, 'itemTitle', e.item_title, 'partTitle', e.part_title, 'path', e.path)
          order by e.place), '[]') from unnest(n.entries) with ordinality e (id, item_id, item_title, part_title, path, second, quote, is_orphaned, body, version, created_at, place)) as entries,
        n.end_cursor as "endCursor", n.matches_count as matches, to_jsonb(n.titles) as titles, n.notes_count as count
       from app_public.own_notes($1, $2, $3, $4, $5, $6) n where n is distinct from null`,
      [sort, search ?? null, kind ?? null, item ?? null, first, after ?? null],
    ),
  );
  return rows[0]?.matches == null ? null : rows[0];
}

const others = [people.visitor, people['other learner'], people.Pro, people.author, people['other author'], people.admin];

describe('notes', () => {
  test('are read, changed and deleted by nobody else: not by authors and not by administrators @PRACTICE-03', async () => {
    const id = await add(people.learner, { body: 'Mine' });
    expect(await ownNote(people.learner, id)).toMatchObject({ body: 'Mine', quote: 'Open words', version: 1 });
    expect(await marks(people.learner)).toMatchObject([{ id, block_id: 'aaaaa', words: 'Open words', excerpt: 'Mine' }]);
    for (const person of others) {
      const { rowCount } = await asPerson(db, person, (client) => client.query('select from app_public.notes'));
      expect(rowCount).toBe(0);
      expect(await ownNote(person, id)).toBeNull();
      expect(await marks(person)).toEqual([]);
      expect((await list(person))?.count ?? 0).toBe(0);
      await expect(asPerson(db, person, (client) => client.query('select from app_private.note_anchors'))).rejects.toMatchObject({
        code: '42501',
      });
      await expect(asPerson(db, person, (client) => client.query('delete from app_public.notes'))).rejects.toMatchObject({ code: '42501' });
      await expect(change(person, id, 'Theirs', 1)).rejects.toThrow(person.userId === null ? 'SIGN_IN_REQUIRED' : 'NOTE_NOT_FOUND');
      if (person.userId === null) await expect(remove(person, id, 1)).rejects.toThrow('SIGN_IN_REQUIRED');
      else await remove(person, id, 1);
    }
    expect(await ownNote(people.learner, id)).toMatchObject({ body: 'Mine', version: 1 });
  });

  test('no author gets them with a text that they change @PRACTICE-03', async () => {
    await add(people.learner, { body: 'Secret thought' });
    const { rows } = await asPerson(db, people.author, (client) =>
      client.query<{ text: string }>(`select concat(app_private.working_text($1, null), app_private.my_moved_text($1, null)) as text`, [
        published,
      ]),
    );
    expect(rows[0]?.text).not.toContain('Secret thought');
    await expect(asPerson(db, people.author, (client) => client.query('select app_private.next_moved_notes()'))).rejects.toMatchObject({
      code: '42501',
    });
    await expect(asPerson(db, people.admin, (client) => client.query('select app_private.next_moved_notes()'))).rejects.toMatchObject({
      code: '42501',
    });
  });

  test('are only added where the user can read or watch, to one text and one thing in it @PRACTICE-03', async () => {
    await expect(add(people.visitor)).rejects.toThrow('SIGN_IN_REQUIRED');
    await expect(add(people.learner, { anchor: anchorOf('Canary', 'zzzzz') })).rejects.toThrow('NOTE_ACCESS_REQUIRED');
    await expect(add(people.learner, { anchor: { ...anchorOf('Open'), endBlockId: 'zzzzz' } })).rejects.toThrow('NOTE_ACCESS_REQUIRED');
    await expect(add(people.learner, { anchor: anchorOf('Gone', 'nnnnn') })).rejects.toThrow('NOTE_ACCESS_REQUIRED');
    await expect(add(people.learner, { anchor: anchorOf('Gone', null) })).rejects.toThrow('NOTE_ACCESS_REQUIRED');
    await expect(add(people.learner, { second: 3, body: 'Here' })).rejects.toThrow('NOTE_ACCESS_REQUIRED');
    await expect(add(people.learner, { lesson: idOf('lesson course draft') })).rejects.toThrow('LESSON_NOT_FOUND');
    await expect(add(people.learner, { article: idOf('article draft') })).rejects.toThrow('ARTICLE_NOT_FOUND');
    await expect(add(people.learner, { article: published })).rejects.toThrow('ARTICLE_NOT_FOUND');
    await expect(add(people.learner, { lesson: null })).rejects.toThrow('NOTE_TEXT_COUNT_INVALID');
    await expect(add(people.learner, { anchor: null })).rejects.toThrow('NOTE_ANCHOR_COUNT_INVALID');
    await expect(add(people.Pro, { second: 3, anchor: anchorOf('Open') })).rejects.toThrow('NOTE_ANCHOR_COUNT_INVALID');
    await expect(add(people.Pro, { article: idOf('article published'), second: 3, anchor: null, body: 'Here' })).rejects.toThrow(
      'NOTE_VIDEO_MISSING',
    );
    await expect(add(people.Pro, { second: 3, body: '  ' })).rejects.toThrow('NOTE_EMPTY');
    await expect(add(people.Pro, { second: -1, body: 'Here' })).rejects.toThrow('notes_second_check');
    expect(await marks(people.learner)).toEqual([]);

    await add(people.Pro, { anchor: anchorOf('Canary', 'zzzzz') });
    await add(people.Pro, { second: 3, body: 'Here' });
    await add(people.learner, { article: idOf('article published') });
    expect(await marks(people.Pro)).toMatchObject([{ words: 'Canary' }, { words: null, excerpt: 'Here' }]);
  });

  test('stay with their quote when access ends, without saying more of the text @PRACTICE-03', async () => {
    const id = await add(people.Pro, { anchor: anchorOf('Canary', 'zzzzz'), body: 'Mine' });
    await db.superuser.query('update app_private.note_anchors set current_text = $1 where note_id = $2', ['Canary, edited', id]);
    expect(await marks(people.Pro)).toMatchObject([{ block_id: 'zzzzz', words: 'Canary, edited' }]);
    await db.superuser.query("update app_public.entitlements set ends_at = now() - interval '1 second' where id = $1", [
      idOf('entitlement Pro'),
    ]);
    expect(await marks(people.Pro)).toMatchObject([{ id, block_id: null, words: null, excerpt: 'Mine' }]);
    expect((await list(people.Pro))?.entries).toMatchObject([{ quote: 'Canary', body: 'Mine', path: '/courses/published/lesson' }]);
    expect(await change(people.Pro, id, 'Mine still', 1)).toMatchObject({ body: 'Mine still', quote: 'Canary' });
    await expect(add(people.Pro, { anchor: anchorOf('Canary', 'zzzzz') })).rejects.toThrow('NOTE_ACCESS_REQUIRED');
    await db.superuser.query('update app_public.entitlements set ends_at = null where id = $1', [idOf('entitlement Pro')]);
  });

  test('a request that arrives twice adds one note, also at the same time', async () => {
    const key = randomUUID();
    const ids = await Promise.all([1, 2, 3].map(() => add(people.learner, { key, body: 'Once' })));
    expect(new Set(ids).size).toBe(1);
    // Another user's key is another key.
    expect(await add(people['other learner'], { key, body: 'Theirs' })).not.toBe(ids[0]);
    expect((await list(people.learner))?.count).toBe(1);
  });

  test('of two tabs, the second to save or delete finds out that the note has changed', async () => {
    const id = await add(people.learner, { body: 'One' });
    const both = await Promise.allSettled([change(people.learner, id, 'First tab', 1), change(people.learner, id, 'Second tab', 1)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { message: 'NOTE_CHANGED' } });
    await expect(remove(people.learner, id, 1)).rejects.toThrow('NOTE_CHANGED');
    const current = await ownNote(people.learner, id);
    expect(current?.version).toBe(2);
    // The same text again isn't a conflict.
    expect(await change(people.learner, id, `${current?.body} `, 1)).toMatchObject({ version: 2 });
    expect(await change(people.learner, id, '', 2)).toMatchObject({ body: null, quote: 'Open words', version: 3 });
    await remove(people.learner, id, 3);
    await remove(people.learner, id, 3);
    await expect(change(people.learner, id, 'Back', 3)).rejects.toThrow('NOTE_NOT_FOUND');
  });

  test('are limited in length, by text, by user and by day', async () => {
    await expect(add(people.learner, { body: 'x'.repeat(5001) })).rejects.toThrow('notes_body_check');
    const id = await add(people.learner, { body: 'x'.repeat(5000) });
    await expect(change(people.learner, id, 'x'.repeat(5001), 1)).rejects.toThrow('NOTE_TOO_LONG');
    await expect(add(people.learner, { anchor: anchorOf('x'.repeat(1001)) })).rejects.toThrow('notes_quote_check');
    for (let count = 0; count < 7; count += 1) await add(people.learner, { anchor: anchorOf('x'.repeat(1000)) });
    await expect(add(people.learner, { anchor: anchorOf('x'.repeat(1000)) })).rejects.toThrow('NOTE_QUOTE_LIMIT_REACHED');
    await add(people.learner, { anchor: anchorOf('x'.repeat(900)) });
    const fill = (lesson: string | null, count: number) =>
      db.superuser.query(
        `insert into app_public.notes (user_id, key, lesson_id, item_id, item_title, quote)
         select $1, gen_random_uuid(), $2, $3, 'Filled', '' from generate_series(1, $4)`,
        [people.learner.userId, lesson, published, count],
      );
    await fill(published, 191);
    await expect(add(people.learner, { anchor: anchorOf('') })).rejects.toThrow('NOTE_TEXT_LIMIT_REACHED');
    await add(people.learner, { article: idOf('article published') });
    await db.superuser.query('update app_private.user_quotas set used = 500 where kind = $1', ['notes']);
    await expect(add(people.learner, { article: idOf('article published') })).rejects.toThrow('DAILY_LIMIT_REACHED');
    await db.superuser.query('delete from app_private.user_quotas where kind = $1', ['notes']);
    await fill(null, 4799);
    await expect(add(people.learner, { article: idOf('article published') })).rejects.toThrow('NOTE_LIMIT_REACHED');
    expect((await list(people.learner))?.count).toBe(5000);
  });

  test('go with the account, are in the copy of its data, and stay when their title is deleted @PRACTICE-03', async () => {
    const id = await add(people.learner, { body: 'Mine' });
    await add(people['other learner'], { article: idOf('article published') });
    await asPerson(db, people.learner, async (client) => {
      const { rows } = await client.query<{ data: { notes: { body: string }[] } }>('select app_public.own_data() as data');
      expect(rows[0]?.data.notes).toMatchObject([{ body: 'Mine', quote: 'Open words' }]);
    });
    const client = await db.superuser.connect();
    try {
      await client.query('begin');
      await client.query('delete from app_public.courses where id = $1', [idOf('course published')]);
      const { rows } = await client.query<Note>('select * from app_public.notes where id = $1', [id]);
      expect(rows).toMatchObject([
        { body: 'Mine', quote: 'Open words', lesson_id: null, item_title: 'Course, published', part_title: 'Lesson' },
      ]);
      await client.query('delete from auth."user" where id = $1', [people.learner.userId]);
      expect((await client.query('select from app_public.notes')).rowCount).toBe(1);
      expect((await client.query('select from app_private.note_anchors')).rowCount).toBe(1);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('the list of notes', () => {
  test('is searched by words of the note and the quote, without case and accents, and filtered @PRACTICE-03', async () => {
    await add(people.learner, { anchor: anchorOf('Closures keep variables'), body: 'Compare with Café examples' });
    await add(people.learner, { anchor: anchorOf('Open words') });
    await add(people.learner, { article: idOf('article published'), anchor: anchorOf('100%_sure \\ here') });
    const quotes = async (choice: Choice) => (await list(people.learner, choice))?.entries.map(({ quote }) => quote);
    expect(await quotes({ search: 'cafe VARIABLES' })).toEqual(['Closures keep variables']);
    expect(await quotes({ search: 'open' })).toEqual(['Open words']);
    expect(await quotes({ search: '%_' })).toEqual(['100%_sure \\ here']);
    expect(await quotes({ search: '\\' })).toEqual(['100%_sure \\ here']);
    expect(await quotes({ search: 'cafe missing' })).toEqual([]);
    expect(await quotes({ search: 'zq '.repeat(50_000) })).toEqual([]);
    expect(await quotes({ kind: 'NOTE' })).toEqual(['Closures keep variables']);
    expect(await quotes({ kind: 'HIGHLIGHT' })).toEqual(['100%_sure \\ here', 'Open words']);
    expect(await quotes({ item: idOf('article published') })).toEqual(['100%_sure \\ here']);
    expect(await quotes({ item: randomUUID() })).toEqual([]);
    const all = await list(people.learner, { search: 'open' });
    expect(all).toMatchObject({ matches: 1, count: 3 });
    expect(all?.titles.map(({ title, count }) => `${title} ${count}`)).toEqual(['Article, published 1', 'Course, published 2']);
  });

  test('has pages that lose and repeat nothing, whatever happens to the note of the cursor', async () => {
    const bodies = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const ids: string[] = [];
    for (const [index, body] of bodies.entries())
      ids.push(await add(people.learner, { anchor: { ...anchorOf('Open words'), from: 50 - index, to: 60 - index }, body }));
    for (const [sort, expected] of [
      ['NEWEST', 'gfedcba'],
      ['READING', 'gfedcba'],
    ] as const) {
      let text = '';
      let after: string | null = null;
      do {
        const page: List | null = await list(people.learner, { sort, first: 3, after });
        text += page?.entries.map(({ body }) => body).join('') ?? '';
        after = page?.endCursor ?? null;
      } while (after !== null);
      expect(text).toBe(expected);
    }
    const page = await list(people.learner, { first: 3 });
    await remove(people.learner, ids[4] ?? '', 1);
    expect((await list(people.learner, { first: 30, after: page?.endCursor ?? null }))?.entries.map(({ body }) => body).join('')).toBe(
      'dcba',
    );
    // A cursor that was made up.
    expect((await list(people.learner, { after: '' }))?.entries).toEqual([]);
    expect((await list(people.learner, { after: '9', first: 100_000 }))?.entries).toHaveLength(6);
    expect((await list(people.learner, { first: -5 }))?.entries).toHaveLength(1);
  });

  test('in reading order follows the outline and the text @PRACTICE-03', async () => {
    await add(people.Pro, { article: idOf('article published'), body: '1' });
    await add(people.Pro, { lesson: published, anchor: { ...anchorOf('words'), from: 8, to: 12 }, body: '4' });
    await add(people.Pro, { lesson: idOf('free lesson'), body: '2' });
    await add(people.Pro, { lesson: published, anchor: { ...anchorOf('Open'), from: 1, to: 5 }, body: '3' });
    const { rows } = await db.superuser.query<{ lesson_id: string }>(
      'select lesson_id from app_public.course_lessons where course_id = $1 order by position',
      [idOf('course published')],
    );
    const lessons = rows.map(({ lesson_id }) => lesson_id);
    const isFreeFirst = lessons.indexOf(idOf('free lesson')) < lessons.indexOf(published);
    expect((await list(people.Pro, { sort: 'READING' }))?.entries.map(({ body }) => body).join('')).toBe(isFreeFirst ? '1234' : '1342');
  });
});
