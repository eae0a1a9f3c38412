import { asPerson, asPersonForGood, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildWorld, people } from '../permissions/world.ts';

let db: TestDatabase;
const id = '00000000-0000-7000-8000-0000000000aa';

/** Publishes a version of the page with a text, like publish_page. */
async function publish(version: number, title: string, text: string): Promise<void> {
  await db.superuser.query(
    `insert into app_private.page_bodies (page_id, body_delta, block_markdown, block_text)
     values ($1, '{"type":"doc","content":[{"type":"paragraph"}]}', array[$2], array[$2])
     on conflict (page_id) do update set block_markdown = excluded.block_markdown, block_text = excluded.block_text`,
    [id, text],
  );
  await db.superuser.query('update app_public.pages set title = $2, published_version = $3, published_at = now() where id = $1', [
    id,
    title,
    version,
  ]);
}

beforeAll(async () => {
  db = await startTestDatabase();
  await buildWorld(db.superuser);
  await db.superuser.query(`insert into app_public.pages (id, slug, title) values ($1, 'house-rules', 'House rules')`, [id]);
});
afterAll(() => db.stop());

type Hit = { kind: string; title: string; context: string | null; path: string; excerpt: string };
const search = async (name: keyof typeof people, words: string): Promise<Hit[]> =>
  (
    await asPerson(db, people[name], (client) =>
      client.query<Hit>(`select kind, title, context, path, excerpt from app_public.search($1, '{PAGE}')`, [words]),
    )
  ).rows;
const everyone = ['visitor', 'learner', 'author', 'admin'] as const;

describe('a page about the site @SEARCH-01', () => {
  test.each(everyone)('is found by a %s while it is published, by its title and its text, with what it says now', async (name) => {
    expect(await search(name, 'house rules')).toEqual([]);
    await publish(1, 'House rules', 'Be kind to beginners, and quote the chameleon.');
    const [hit] = await search(name, 'chameleon');
    expect(hit).toMatchObject({ kind: 'PAGE', title: 'House rules', context: null, path: '/pages/house-rules' });
    expect(hit?.excerpt).toContain('\uE000chameleon\uE001');
    expect(await search(name, 'house rules')).toHaveLength(1);
    await publish(2, 'How we talk', 'Be kind to beginners, and quote the salamander.');
    expect(await search(name, 'chameleon')).toEqual([]);
    expect(await search(name, 'salamander')).toMatchObject([{ title: 'How we talk' }]);
    await asPersonForGood(db, people.admin, (client) => client.query('select app_public.unpublish_page($1)', [id]));
    expect(await search(name, 'salamander')).toEqual([]);
  });
});
