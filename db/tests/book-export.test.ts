import { asPerson, asPersonForGood, asSuperuser, become, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildGateWorld, readers } from './gate-world.ts';
import { idOf } from './permissions/world.ts';

// Whom an export of a book belongs to: the gate decides, and users with the same access share one.
let db: TestDatabase;

beforeAll(async () => {
  db = await startTestDatabase();
  await buildGateWorld(db);
  await db.superuser.query('delete from app_private.book_exports');
});
afterAll(() => db.stop());

type Reader = keyof typeof readers | 'stranger';
type Export = { state: string; isWhole?: boolean; id?: string; ahead?: number | null };

const personOf = (reader: Reader) => (reader === 'stranger' ? ({ role: 'learner', userId: idOf('stranger') } as const) : readers[reader]);
const call = `select app_public.book_export($1, $2, 'test', 'a', $3) as export`;

function ask(reader: Reader, slug: string, perform: 'look' | 'start' | 'again' = 'start', format = 'epub'): Promise<Export> {
  return asPersonForGood(db, personOf(reader), async (client) => {
    const { rows } = await client.query<{ export: Export }>(call, [slug, format, perform]);
    return rows[0]?.export ?? { state: 'no row' };
  });
}

const everybody: readonly Reader[] = [
  'visitor',
  'learner',
  'Pro',
  'Pro ended',
  'Pro to come',
  'buyer',
  'advanced',
  'author',
  'editor',
  'stranger',
  'admin',
];

// What each reader gets of a book: all of it, a part, nothing because nothing is free (`closed`), or no such book (`-`).
test.each([
  { slug: 'published', whole: ['Pro', 'buyer', 'author', 'editor', 'admin'], otherwise: 'part' },
  { slug: 'early', whole: ['Pro', 'buyer', 'author', 'editor', 'admin'], otherwise: 'closed' },
  { slug: 'free', whole: everybody, otherwise: 'part' },
  { slug: 'draft', whole: ['author', 'editor', 'admin'], otherwise: '-' },
  { slug: 'scheduled', whole: ['author', 'editor', 'admin'], otherwise: '-' },
  { slug: 'soon', whole: ['author', 'editor', 'admin'], otherwise: '-' },
  { slug: 'archived', whole: ['author', 'editor', 'admin'], otherwise: '-' },
  { slug: 'draft-of-a-stranger', whole: ['stranger', 'admin'], otherwise: '-' },
  { slug: 'no-such-book', whole: [], otherwise: '-' },
])(
  'the book "$slug" is exported to each reader as far as the gate opens it, once for all with the same access @AUTH-03 @DOC-04',
  async ({ slug, whole, otherwise }) => {
    const outcomes: Record<string, string> = {};
    const ids = new Set<string>();
    for (const reader of everybody) {
      const { state, isWhole, id } = await ask(reader, slug);
      if (id !== undefined) ids.add(id);
      outcomes[reader] = state === 'missing' ? '-' : state === 'queued' ? (isWhole === true ? 'whole' : 'part') : state;
    }
    expect(outcomes).toEqual(Object.fromEntries(everybody.map((reader) => [reader, whole.includes(reader) ? 'whole' : otherwise])));
    expect(ids.size).toBe(new Set(Object.values(outcomes).filter((kind) => kind === 'whole' || kind === 'part')).size);
    // The job reads for each export exactly what its readers can read, and no other block.
    for (const id of ids) {
      const read = await asSuperuser(db, async (client) => {
        await client.query(`update app_private.book_exports set status = 'running' where id = $1`, [id]);
        const { rows } = await client.query<{ is_whole: boolean; text: string }>(
          'select e.is_whole, app_private.book_export_chapter(e.id, 1)::text as text from app_private.book_exports e where e.id = $1',
          [id],
        );
        return rows[0];
      });
      // The free book has nothing behind a paywall.
      expect(read?.text.includes('Canary')).toBe(read?.is_whole === true && slug !== 'free');
      expect(read?.text).toContain('Open');
    }
  },
);

test('a reader who loses access gets another export immediately, and others keep theirs @DOC-04', async () => {
  await asSuperuser(db, async (client) => {
    const find = async (reader: Reader) => {
      await become(client, personOf(reader));
      const { rows } = await client.query<{ export: Export }>(call, ['published', 'pdf', 'start']);
      await become(client, null);
      return rows[0]?.export;
    };
    const before = await find('Pro');
    expect(before).toMatchObject({ state: 'queued', isWhole: true });
    await client.query('delete from app_public.entitlements where user_id = $1', [readers.Pro.userId]);
    const after = await find('Pro');
    expect(after).toMatchObject({ isWhole: false });
    expect(after?.id).not.toBe(before?.id);
    expect((await find('buyer'))?.id).toBe(before?.id);
  });
});

test('every change of the content creates another version; counting readers and rendering code create none', async () => {
  const changes: Record<string, string> = {
    'its title': `update app_public.books set title = 'Another' where slug = 'published'`,
    'a chapter’s title': `update app_public.lessons set title = 'Another' where id = '${idOf('lesson book published')}'`,
    'its text': `select app_private.save_lesson_body(b.lesson_id, b.body_delta, b.block_ids, b.block_html, b.block_markdown, b.block_text, b.free_blocks)
       from app_private.lesson_bodies b where b.lesson_id = '${idOf('lesson book published')}'`,
    'its part': `update app_public.course_sections set title = 'Another' where book_id = '${idOf('book published')}'`,
    'an author’s name': `update app_public.users set name = 'Another' where id = '${idOf('author')}'`,
    'who its author is': `delete from app_public.contributions where book_id = '${idOf('book published')}'`,
  };
  const versions = await asSuperuser(db, async (client) => {
    const version = async () => {
      const { rows } = await client.query<{ version: string }>(`select app_private.book_version($1, 'test') as version`, [
        idOf('book published'),
      ]);
      return rows[0]?.version;
    };
    const seen = [await version()];
    await client.query(`update app_public.books set students_count = students_count + 1 where slug = 'published'`);
    await client.query(`update app_private.lesson_bodies set drawn_by = drawn_by + 1 where lesson_id = '${idOf('lesson book published')}'`);
    expect(await version()).toBe(seen[0]);
    for (const change of Object.values(changes)) {
      await client.query(change);
      seen.push(await version());
    }
    return seen;
  });
  expect(new Set(versions).size).toBe(Object.keys(changes).length + 1);
});

test('no request can use the table or the job’s functions; the job can @AUTH-03', async () => {
  for (const reader of ['visitor', 'Pro', 'author', 'admin'] as const)
    for (const statement of [
      'select from app_private.book_exports',
      'delete from app_private.book_exports',
      `select app_private.claim_book_export('test', 'a')`,
      `select app_private.book_cut('published', 'test')`,
      `select app_private.book_export_chapter('${idOf('book published')}', 1)`,
    ])
      await expect(asPerson(db, personOf(reader), (client) => client.query(statement))).rejects.toMatchObject({ code: '42501' });
});

test('at most twenty exports are queued, whoever requests them', async () => {
  await asSuperuser(db, async (client) => {
    await client.query('delete from app_private.book_exports');
    await client.query(
      `insert into app_private.book_exports (book_id, format, store, version, is_whole, cut, lesson_ids, block_counts)
       select $1, 'epub', 'a', md5(n::text), true, md5('cut'), '{}', '{}' from generate_series(1, 19) n`,
      [idOf('book published')],
    );
    await become(client, readers.Pro);
    const find = async (format: string) => (await client.query<{ export: Export }>(call, ['published', format, 'start'])).rows[0]?.export;
    expect(await find('epub')).toMatchObject({ state: 'queued', ahead: 19 });
    expect(await find('pdf')).toEqual({ state: 'busy' });
    // It exists already.
    expect(await find('epub')).toMatchObject({ state: 'queued' });
  });
});
