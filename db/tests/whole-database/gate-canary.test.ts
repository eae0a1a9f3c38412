import { asPerson, asPersonForGood, asSuperuser, type Person, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildGateWorld, readers } from '../gate-world.ts';
import { idOf } from '../permissions/world.ts';

// Every text that isn't public contains 'Canary'. The tests search for it in everything that a user can query: each column of each table,
// and each function, found in the system catalog, so that a new one is included automatically.
let db: TestDatabase;
const deletedComment = idOf('comment deleted');

beforeAll(async () => {
  db = await startTestDatabase();
  await buildGateWorld(db);
});

afterAll(() => db.stop());

test.each(['visitor', 'learner', 'Pro ended', 'Pro to come'] as const)(
  'a %s finds no gated text through any table or function @DOC-04 @DISC-07',
  async (name) => {
    const texts = await readEverything(readers[name]);
    expect(texts.length).toBeGreaterThan(300);
    // A user's own deleted comments are in the copy of their data.
    const gated = texts.map(({ door, text }) => ({ door, text: door === 'own_data()' ? text.replaceAll('Canary deleted', '') : text }));
    expect(gated.filter(({ text }) => /canary/i.test(text))).toEqual([]);
    expect(texts.some(({ text }) => text.includes('Open words'))).toBe(true);
  },
);

test('an entitled user finds it, so the search is able to @DOC-04', async () => {
  const leaks = (await readEverything(readers.Pro)).filter(({ text }) => /canary/i.test(text));
  expect([...new Set(leaks.map(({ door }) => door))].toSorted()).toEqual([
    'articles_body_delta()',
    'articles_body_drawings()',
    'articles_body_html()',
    'articles_body_markdown()',
    'discussion_selections',
    'lessons_body_delta()',
    'lessons_body_drawings()',
    'lessons_body_html()',
    'lessons_body_markdown()',
    'lessons_transcript()',
    'lessons_video_url()',
  ]);
});

test('a made-up row opens no text: the gate looks up the item itself @DOC-04', async () => {
  const { rows: items } = await db.superuser.query<{ id: string }>(
    'select id from app_public.lessons union all select id from app_public.articles',
  );
  const { rows } = await asPerson(db, readers.visitor, (client) =>
    client.query<{ text: string }>(
      `select concat(app_public.lessons_body_delta(l), app_public.lessons_body_html(l), app_public.lessons_body_markdown(l), app_public.lessons_body_drawings(l), app_public.lessons_video_url(l),
         app_public.articles_body_delta(a), app_public.articles_body_html(a), app_public.articles_body_markdown(a), app_public.articles_body_drawings(a)) as text
       from unnest($1::uuid[]) item, jsonb_populate_record(null::app_public.lessons, jsonb_build_object('id', item, 'is_free', true)) l,
         jsonb_populate_record(null::app_public.articles, jsonb_build_object('id', item, 'subscription_required', false)) a`,
      [items.map(({ id }) => id)],
    ),
  );
  expect(rows.filter(({ text }) => /canary/i.test(text))).toEqual([]);
  expect(rows.some(({ text }) => text.includes('Open words'))).toBe(true);
});

test.each(['visitor', 'learner', 'Pro', 'author', 'admin'] as const)(
  'a %s can’t read a gated or deleted text from its table @DOC-04 @DISC-07',
  async (name) => {
    for (const table of [
      'lesson_bodies',
      'article_bodies',
      'lesson_revision_texts',
      'article_revision_texts',
      'page_revision_texts',
      'page_bodies',
      'lesson_videos',
      'video_cues',
      'search_entries',
      'deleted_comment_bodies',
      'comment_spaminess',
    ]) {
      await expect(asPerson(db, readers[name], (client) => client.query(`select * from app_private.${table}`))).rejects.toMatchObject({
        code: '42501',
      });
    }
  },
);

test.each(['visitor', 'learner', 'Pro'] as const)(
  'a %s gets no version of a text from the functions for its writers @DOC-04 @EDIT-12',
  async (name) => {
    for (const kind of ['lesson', 'article']) {
      const { rows: revisions } = await db.superuser.query<{ id: string }>(`select id from app_public.${kind}_revisions`);
      const ids = revisions.map(({ id }) => id);
      const read = (person: Person) =>
        asPerson(db, person, (client) =>
          client.query<{ text: string }>(`select body_delta::text as text from app_private.read_${kind}_revisions($1)`, [ids]),
        );
      expect((await read(readers[name])).rows).toEqual([]);
      expect((await read(readers.author)).rows.some(({ text }) => text.includes('Canary'))).toBe(true);
    }
  },
);

test.each(['visitor', 'learner', 'author', 'admin'] as const)(
  'a %s finds the deleted comment without its text, in the discussion with its replies @DISC-07',
  async (name) => {
    const { rows } = await asPerson(db, readers[name], (client) =>
      client.query(
        'select deleted, deleted_at is not null as is_dated, body_delta, body_markdown, body_html, body_drawings, markdown_character_count from app_public.comments where id = $1',
        [deletedComment],
      ),
    );
    expect(rows).toEqual([
      {
        deleted: true,
        is_dated: true,
        body_delta: null,
        body_markdown: null,
        body_html: null,
        body_drawings: null,
        markdown_character_count: 0,
      },
    ]);
  },
);

test('the text of a deleted comment is stored separately, with who deleted it @DISC-07', async () => {
  await asSuperuser(db, async (client) => {
    const comment = idOf('comment other clip course published');
    await client.query(`select set_config('newline.user_id', $1, true)`, [readers.admin.userId]);
    await client.query('update app_public.comments set deleted = true, deleted_at = $2 where id = $1', [comment, '2001-01-01']);
    const { rows } = await client.query(
      `select d.body_markdown, d.deleted_by, c.deleted_at = now() as is_server_time from app_private.deleted_comment_bodies d join app_public.comments c on c.id = d.comment_id where c.id = $1`,
      [comment],
    );
    expect(rows).toEqual([{ body_markdown: 'Public comment', deleted_by: readers.admin.userId, is_server_time: true }]);
  });
});

test.each(['deleted = false', 'deleted = false, deleted_at = null'])('no one restores a deleted comment: %s @DISC-07', async (patch) => {
  await expect(
    asSuperuser(db, (client) => client.query(`update app_public.comments set ${patch} where id = $1`, [deletedComment])),
  ).rejects.toMatchObject({ code: 'NL400' });
});

test('a deleted comment accepts no new text and keeps its date @DISC-07', async () => {
  await asSuperuser(db, async (client) => {
    const before = await client.query('select deleted_at from app_public.comments where id = $1', [deletedComment]);
    await client.query(
      `update app_public.comments set deleted = true, deleted_at = '2001-01-01', body_markdown = 'Canary again' where id = $1`,
      [deletedComment],
    );
    const after = await client.query('select deleted_at from app_public.comments where id = $1 and body_markdown is null', [
      deletedComment,
    ]);
    expect(after.rows).toEqual(before.rows);
  });
  await expect(
    asSuperuser(db, (client) =>
      client.query(`update app_public.comments set body_markdown = 'Canary again' where id = $1`, [deletedComment]),
    ),
  ).rejects.toMatchObject({
    code: '23514',
  });
});

test('only administrators see a comment’s spam score', async () => {
  const rating = (person: Person) =>
    asPerson(db, person, async (client) => {
      const { rows } = await client.query<{ rating: number | null }>(
        'select app_public.comments_spaminess_rating(c) as rating from app_public.comments c where c.id = $1',
        [idOf('comment learner clip course published')],
      );
      return rows[0]?.rating;
    });
  expect(await rating(readers.admin)).toBe(0.5);
  for (const person of [readers.visitor, readers.learner, readers.author]) expect(await rating(person)).toBeNull();
});

test('a learner who becomes an author of the course can read all of it immediately @AUTH-03', async () => {
  const newcomer = { role: 'learner', userId: idOf('stranger') } as const;
  const mayRead = async () => {
    const { rows } = await asPersonForGood(db, newcomer, (client) =>
      client.query<{ may: boolean }>('select app_public.may_read(lesson_id => $1) as may', [idOf('lesson course draft')]),
    );
    return rows[0]?.may;
  };
  expect(await mayRead()).toBe(false);
  await db.superuser.query('insert into app_public.contributions (user_id, course_id) values ($1, $2)', [
    newcomer.userId,
    idOf('course draft'),
  ]);
  expect(await mayRead()).toBe(true);
  await db.superuser.query('delete from app_public.contributions where user_id = $1 and course_id = $2', [
    newcomer.userId,
    idOf('course draft'),
  ]);
});

/** Returns every row of every table, and every result of every read-only function, as text, as this user gets them. */
async function readEverything(person: Person): Promise<{ door: string; text: string }[]> {
  return asPerson(db, person, async (client) => {
    const answers: { door: string; text: string }[] = [];
    for (const { door, query } of await findDoors(client)) {
      // Functions for signed-in users refuse a visitor, and functions that need an own item refuse without one: that proves nothing.
      await client.query('savepoint door');
      try {
        const { rows } = await client.query<{ text: string | null }>(query);
        answers.push(...rows.map(({ text }) => ({ door, text: text ?? '' })));
      } catch (error) {
        const { code = '' } = error as { code?: string };
        if (!/^NL40[034]$/.test(code) && (person.userId !== null || code !== 'NL401')) throw error;
        await client.query('rollback to savepoint door');
      }
    }
    return answers;
  });
}

/** Returns one query for each table and each function of app_public that the user of this connection can use. */
async function findDoors(client: pg.ClientBase): Promise<{ door: string; query: string }[]> {
  const { rows } = await client.query<{ door: string; query: string }>(`
    select c.relname as door, format('select to_jsonb(t)::text as text from %s t', c.oid::regclass) as query
    from pg_class c where c.relnamespace = 'app_public'::regnamespace and c.relkind in ('r', 'p', 'v') and has_table_privilege(c.oid, 'select')
    union all
    -- Of a function of a row: for each row of its table.
    select p.proname || '()', format('select to_jsonb(%s(t))::text as text from %s t', p.oid::regproc, t.typrelid::regclass)
    from pg_proc p join pg_type t on t.oid = p.proargtypes[0] and t.typrelid <> 0
    where p.pronamespace = 'app_public'::regnamespace and p.pronargs = 1 and p.provolatile <> 'v' and has_function_privilege(p.oid, 'execute')
    union all
    -- Of any other: with nothing in every argument, and with something that exists.
    select p.proname || '()', format('select to_jsonb(f)::text as text from %s(%s) f', p.oid::regproc,
      (select string_agg(format(case when kind = 'nothing' then 'null::%1$s' else case a when 'text'::regtype then '''sql''::%1$s' when 'uuid'::regtype then '%2$L::%1$s'
          when 'text[]'::regtype then 'array[''published'', ''house'']::%1$s' else 'null::%1$s' end end, a::regtype, md5('lesson course published')::uuid), ', ' order by n)
        from unnest(p.proargtypes::oid[]) with ordinality as u (a, n)))
    from pg_proc p, unnest(array['nothing', 'something']) as kind
    where p.pronamespace = 'app_public'::regnamespace and p.provolatile <> 'v' and p.prorettype <> 'trigger'::regtype and has_function_privilege(p.oid, 'execute')
      and not exists (select from pg_type t where t.oid = p.proargtypes[0] and t.typrelid <> 0)`);
  expect(rows.length).toBeGreaterThan(60);
  return rows;
}
