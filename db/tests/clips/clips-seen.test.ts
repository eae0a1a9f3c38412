import { asSuperuser, asVisitor, become, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildGateWorld, readers } from '../gate-world.ts';
import { idOf } from '../permissions/world.ts';

// Who sees a clip is stored in columns of the clip that triggers update. The rule behind them is evaluated on the items themselves, as the
// reader, and both must agree for every clip, whatever was done to the items.
let db: TestDatabase;

beforeAll(async () => {
  db = await startTestDatabase();
  await buildGateWorld(db);
  await db.superuser.query(itemsInEveryState);
}, 60_000);
afterAll(() => db.stop());

/** Courses and books with every combination of the rule's conditions, a clip for each, and every third of each kind by the author. */
const itemsInEveryState = `
  create temporary table every_state as
    select row_number() over () as n, archived_at, is_coming_soon, is_published, published_at, is_public, 'state-' || row_number() over () as slug
    from unnest(array[null, now() - interval '1 day', now() + interval '1 day']) archived_at, unnest(array[true, false]) is_coming_soon,
      unnest(array[true, false]) is_published, unnest(array[null, now() - interval '1 day', now() + interval '1 day']) published_at,
      unnest(array[true, false]) is_public
    where not is_published or published_at is not null;
  insert into app_public.courses (id, title, slug, permalink, archived_at, is_coming_soon, is_published, published_at, is_shown_publicly, is_bootcamp)
    select md5('course ' || slug)::uuid, slug, slug, '/courses/' || slug, archived_at, is_coming_soon, is_published, published_at, is_public, n % 2 = 0 from every_state;
  insert into app_public.books (id, title, slug, permalink, archived_at, is_coming_soon, is_published, published_at, is_shown_publicly, is_bootcamp)
    select md5('book ' || slug)::uuid, slug, slug, '/books/' || slug, archived_at, is_coming_soon, is_published, published_at, is_public, n % 2 = 0 from every_state;
  insert into app_public.clips (title, course_id) select 'Clip', md5('course ' || slug)::uuid from every_state;
  insert into app_public.clips (title, book_id) select 'Clip', md5('book ' || slug)::uuid from every_state;
  insert into app_public.contributions (user_id, course_id) select md5('author')::uuid, md5('course ' || slug)::uuid from every_state where n % 3 = 0;
  insert into app_public.contributions (user_id, book_id) select md5('author')::uuid, md5('book ' || slug)::uuid from every_state where n % 3 = 0;
  insert into app_public.entitlements (user_id, kind, course_id, source) select md5('buyer')::uuid, 'COURSE', md5('course ' || slug)::uuid, 'purchase:3' from every_state;
  insert into app_public.entitlements (user_id, kind, book_id, source) select md5('buyer')::uuid, 'BOOK', md5('book ' || slug)::uuid, 'purchase:3' from every_state;
  insert into app_public.enrollments (user_id, course_id) select md5('buyer')::uuid, md5('course ' || slug)::uuid from every_state;
  drop table every_state`;

/**
 * Returns the items whose clips a reader sees, by the items' own policies, without items that are only announced; and which of them are
 * listed.
 */
const itemsSeen = `
  select c.id, c.is_shown_publicly as is_listed from app_public.courses c
    where not c.is_coming_soon or c.id in (select app_private.my_course_ids()) or (select app_public.is_admin())
  union all select b.id, b.is_shown_publicly from app_public.books b
    where not b.is_coming_soon or b.id in (select app_private.my_book_ids()) or (select app_public.is_admin())`;

/** Returns for every reader the clips that they see, and those that they should see. */
async function expectAgreement(client: pg.ClientBase): Promise<void> {
  for (const [name, reader] of Object.entries(readers)) {
    await become(client, reader);
    const { rows: items } = await client.query(itemsSeen);
    const { rows: seen } = await client.query('select id, is_listed from app_public.clips order by id');
    await become(client, null);
    const { rows: expected } = await client.query(
      `select k.id, i.is_listed from app_public.clips k join jsonb_to_recordset($1) as i (id uuid, is_listed boolean) on i.id = coalesce(k.course_id, k.book_id) order by k.id`,
      [JSON.stringify(items)],
    );
    expect(seen, name).toEqual(expected);
  }
}

/** Returns the stored columns of a clip. */
async function columnsOf(client: pg.ClientBase | pg.Pool, clip: string): Promise<{ is_visible: boolean; is_listed: boolean } | undefined> {
  const { rows } = await client.query<{ is_visible: boolean; is_listed: boolean }>(
    'select visible_from <= now() is true as is_visible, is_listed from app_public.clips where id = $1',
    [clip],
  );
  return rows[0];
}

test('the clips of items in every state are visible to those who can see the item’s content @CLIP-01', async () => {
  await asSuperuser(db, async (client) => {
    const { rows } = await client.query<{ all: number; open: number; listed: number }>(
      `select count(*)::int as all, count(*) filter (where visible_from <= now())::int as open, count(*) filter (where is_listed)::int as listed from app_public.clips`,
    );
    // Enough of each, or the comparison would prove little.
    expect(rows[0]?.all).toBeGreaterThan(130);
    expect(rows[0]?.open).toBeGreaterThan(10);
    expect(rows[0]?.listed).toBeGreaterThan(60);
    await expectAgreement(client);
  });
});

describe.each(['courses', 'books'])('with several %s', (table) => {
  const changes = [
    'is_published = not is_published, published_at = coalesce(published_at, now())',
    `published_at = now() + interval '1 hour'`,
    'published_at = now()',
    'is_coming_soon = not is_coming_soon',
    'archived_at = case when archived_at is null then now() end',
    'is_shown_publicly = not is_shown_publicly',
    `is_published = true, published_at = now(), is_coming_soon = false, archived_at = null`,
    'is_published = false, published_at = null',
    'title = title || $$, again$$, students_count = students_count + 1',
  ];
  test.each(changes)('setting all of them to %s keeps their clips right @CLIP-01', async (change) => {
    await asSuperuser(db, async (client) => {
      await client.query(`update app_public.${table} set ${change}`);
      await expectAgreement(client);
      await client.query(`update app_public.${table} set ${change} where left(id::text, 1) < '8'`);
      await expectAgreement(client);
    });
  });
});

test('clips that are moved to another item are visible like that item @CLIP-01', async () => {
  await asSuperuser(db, async (client) => {
    for (const to of ['course draft', 'course published', 'course unlisted', 'course soon']) {
      await client.query('update app_public.clips set book_id = null, course_id = $1', [idOf(to)]);
      await expectAgreement(client);
    }
    for (const to of ['book archived', 'book published', 'book scheduled']) {
      await client.query('update app_public.clips set course_id = null, book_id = $1', [idOf(to)]);
      await expectAgreement(client);
    }
  });
});

test('the clip of a scheduled item appears at its time, without a write @CLIP-01', async () => {
  const clip = idOf('clip course scheduled');
  await db.superuser.query(`update app_public.courses set published_at = clock_timestamp() + interval '1 second' where id = $1`, [
    idOf('course scheduled'),
  ]);
  const isSeen = () => asVisitor(db, async (client) => (await client.query('select from app_public.clips where id = $1', [clip])).rowCount);
  const version = 'select xmin::text from app_public.clips where id = $1';
  const before = (await db.superuser.query(version, [clip])).rows;
  expect(await isSeen()).toBe(0);
  await expect.poll(isSeen, { timeout: 5000 }).toBe(1);
  expect((await db.superuser.query(version, [clip])).rows).toEqual(before);
});

test('derived columns can’t be written, and attempts are ignored', async () => {
  const { rows } = await db.superuser.query(
    `select r.rolname from pg_roles r, unnest(array['visible_from', 'is_listed']) as c, unnest(array['insert', 'update']) as p
     where r.rolname in ('newline_visitor', 'newline_learner', 'newline_admin', 'newline_app', 'newline_auth', 'newline_worker')
       and has_column_privilege(r.rolname, 'app_public.clips', c, p)`,
  );
  expect(rows).toEqual([]);
  await asSuperuser(db, async (client) => {
    await client.query('update app_public.clips set visible_from = now(), is_listed = true');
    await expectAgreement(client);
    await client.query(
      `insert into app_public.clips (title, course_id, visible_from, is_listed) values ('Clip', $1, now(), true), ('Clip', $2, null, false)`,
      [idOf('course draft'), idOf('course published')],
    );
    await expectAgreement(client);
  });
});

describe('two simultaneous changes', () => {
  // Each pair runs in both orders: the second change waits for the first, and the stored result must be right.
  const course = idOf('course published');
  const clip = idOf('clip raced');
  const others = {
    added: { start: '', perform: `insert into app_public.clips (id, title, course_id) values ('${clip}', 'Clip', '${course}')` },
    moved: {
      start: `insert into app_public.clips (id, title, book_id) values ('${clip}', 'Clip', '${idOf('book published')}')`,
      perform: `update app_public.clips set book_id = null, course_id = '${course}' where id = '${clip}'`,
    },
  };
  const changed = `update app_public.courses set archived_at = now(), is_shown_publicly = false where id = '${course}'`;

  test.each([
    ['added', 'first'],
    ['added', 'second'],
    ['moved', 'first'],
    ['moved', 'second'],
  ] as const)('a clip that is %s %s and its archived course stay consistent @CLIP-01', async (what, order) => {
    const { start, perform } = others[what];
    if (start !== '') await db.superuser.query(start);
    const [first, second] = [await db.superuser.connect(), await db.superuser.connect()];
    try {
      const { rows } = await second.query<{ pid: number }>('select pg_backend_pid() as pid');
      await first.query('begin');
      await second.query('begin');
      await second.query('select from app_public.clips'); // It has checked before, and checks again.
      await first.query(order === 'first' ? perform : changed);
      const late = second.query(order === 'first' ? changed : perform);
      const waiting = `select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await db.superuser.query(waiting, [rows[0]?.pid])).rowCount).toBe(1);
      await first.query('commit');
      await late;
      await second.query('commit');
      expect(await columnsOf(db.superuser, clip)).toEqual({ is_visible: false, is_listed: false });
      await asSuperuser(db, expectAgreement);
    } finally {
      for (const client of [first, second]) {
        await client.query('rollback');
        client.release();
      }
      await db.superuser.query(`delete from app_public.clips where id = $1`, [clip]);
      await db.superuser.query(`update app_public.courses set archived_at = null, is_shown_publicly = true where id = $1`, [course]);
    }
  });

  test('a change that is rolled back leaves the clip as it was', async () => {
    const [first, second] = [await db.superuser.connect(), await db.superuser.connect()];
    try {
      await first.query('begin');
      await first.query(changed);
      const late = second.query(others.added.perform);
      await first.query('rollback');
      await late;
      expect(await columnsOf(db.superuser, clip)).toEqual({ is_visible: true, is_listed: true });
    } finally {
      first.release();
      second.release();
      await db.superuser.query(`delete from app_public.clips where id = $1`, [clip]);
    }
  });
});
