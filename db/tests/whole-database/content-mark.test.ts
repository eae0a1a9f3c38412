import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { withClient } from '@newline/db/with-client';
import { afterAll, beforeAll, expect, test } from 'vitest';

let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
});
afterAll(() => db?.stop());

const add = (slug: string) => `insert into app_public.tags (name, slug) values ('${slug}', '${slug}')`;

async function readMark(): Promise<string> {
  const { rows } = await db.superuser.query<{ mark: string }>('select mark from app_private.content_state()');
  return rows[0]?.mark ?? 'none';
}

test('every announcement goes through the function that updates the content version', async () => {
  const { rows } = await db.superuser.query<{ name: string }>(
    `select p.proname::text as name from pg_proc p where p.prosrc like '%pg_notify(''newline_tags''%' order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['tell_tags']);
});

test('the content version changes with a change, and not without one', async () => {
  const before = await readMark();
  expect(await readMark()).toBe(before);
  await db.superuser.query(add('moved'));
  const after = await readMark();
  expect(after).not.toBe(before);
  // The same content again is another version: what was there in between may have been rendered.
  await db.superuser.query("delete from app_public.tags where slug = 'moved'");
  expect(await readMark()).not.toBe(after);
  expect(await readMark()).not.toBe(before);
});

test('it changes on commit, whichever transaction began first, and not on rollback', async () => {
  await withClient(db.connections.owner, async (first) => {
    await withClient(db.connections.owner, async (second) => {
      const before = await readMark();
      await first.query('begin');
      await first.query(add('first'));
      await second.query('begin');
      await second.query(add('second'));
      expect(await readMark()).toBe(before);
      await second.query('commit');
      const between = await readMark();
      expect(between).not.toBe(before);
      // A change that began earlier and commits later: pages rendered in between don't show it, and their version is outdated.
      await first.query('commit');
      const after = await readMark();
      expect(after).not.toBe(between);
      await first.query('begin');
      await first.query(add('never'));
      await first.query('rollback');
      expect(await readMark()).toBe(after);
    });
  });
});

test('when its rows are merged into one, it stays as it is, even during another change', async () => {
  await db.superuser.query(add('one-more'));
  const before = await readMark();
  await withClient(db.connections.owner, async (client) => {
    await client.query('begin');
    await client.query(add('under-way'));
    await db.superuser.query('select app_private.fold_content_marks()');
    expect(await readMark()).toBe(before);
    const { rows } = await db.superuser.query<{ count: number }>('select count(*)::int as count from app_private.content_marks');
    expect(rows[0]?.count).toBe(1);
    await client.query('commit');
  });
  expect(await readMark()).not.toBe(before);
});

test('an item that appeared by schedule is announced with its time', async () => {
  const read = async () => {
    const { rows } = await db.superuser.query<{ at: Date | null }>('select last_publication as at from app_private.content_state()');
    return rows[0]?.at ?? null;
  };
  await db.superuser.query(`insert into app_public.articles (slug, title, is_published, published_at)
    values ('one', 'One', true, '2026-01-01T00:00:00Z'), ('next', 'Next', true, now() + interval '1 day')`);
  expect(await read()).toEqual(new Date('2026-01-01T00:00:00Z'));
});
