import { asPerson, asSuperuser, become, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildWorld, idOf, people } from './permissions/world.ts';
import { wrongCounters } from './wrong-counters.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
  const client = await db.superuser.connect();
  await buildWorld(client);
  client.release();
});
afterAll(() => db.stop());

test('notifications about an item go to the users to whom the policies show it, for each item and user @AUTH-03', async () => {
  const columns = { lesson: 'lessons', article: 'articles', clip: 'clips' } as const;
  let seen = 0;
  let unseen = 0;
  for (const person of Object.values(people).filter(({ userId }) => userId !== null)) {
    for (const [kind, table] of Object.entries(columns)) {
      await asSuperuser(db, async (client) => {
        const { rows: all } = await client.query<{ id: string; sees: boolean }>(
          `select x.id, app_private.person_sees($1, ${Object.keys(columns)
            .map((column) => (column === kind ? 'x.id' : 'null'))
            .join(', ')}) as sees from app_public.${table} x order by x.id`,
          [person.userId],
        );
        await become(client, person);
        const { rows: visible } = await client.query<{ id: string }>(`select x.id from app_public.${table} x order by x.id`);
        const notified = all.filter(({ sees }) => sees).map(({ id }) => id);
        expect({ person: person.userId, table, notified }).toEqual({ person: person.userId, table, notified: visible.map(({ id }) => id) });
        seen += notified.length;
        unseen += all.length - notified.length;
      });
    }
  }
  // Neither side of the comparison is empty.
  expect(seen).toBeGreaterThan(50);
  expect(unseen).toBeGreaterThan(20);
});

test('users who can’t see an item or read all of it can’t write there, through any function @DISC-09', async () => {
  const body = `'{"type":"doc","content":[]}', 'x', 'x', null, 0, '{}'`;
  const reply = (name: string) => `select * from app_private.reply_to_comment(null, '${idOf(`discussion ${name}`)}', null, null, ${body})`;
  const begin = (what: string, name: string) => {
    const ids = ['lesson', 'article', 'clip'].map((kind) => (kind === what ? `'${idOf(name)}'` : 'null'));
    return `select * from app_private.create_discussion_with_comment(null, ${ids.join(', ')}, null, null, null, ${body})`;
  };
  const outcome = (person: keyof typeof people, sql: string) =>
    asPerson(db, people[person] as Parameters<typeof asPerson>[1], (client) => client.query(sql)).then(
      () => 'written',
      (error: { code?: string }) => error.code,
    );
  expect(await outcome('visitor', reply('clip course published'))).toBe('NL401');
  expect(await outcome('learner', reply('clip course published'))).toBe('written');
  expect(await outcome('learner', reply('clip course archived'))).toBe('NL404');
  expect(await outcome('learner', reply('lesson, draft'))).toBe('NL404');
  expect(await outcome('author', reply('lesson, draft'))).toBe('written');
  expect(await outcome('author', reply('clip course draft of a stranger'))).toBe('NL404');
  expect(await outcome('admin', reply('clip course draft of a stranger'))).toBe('written');
  expect(await outcome('learner', begin('lesson', 'lesson course published'))).toBe('NL403');
  expect(await outcome('Pro', begin('lesson', 'lesson course published'))).toBe('written');
  expect(await outcome('learner', begin('lesson', 'lesson course free'))).toBe('written');
  expect(await outcome('learner', begin('article', 'article paid'))).toBe('NL403');
  expect(await outcome('Pro', begin('article', 'article paid'))).toBe('written');
  expect(await outcome('learner', begin('clip', 'clip course soon'))).toBe('NL404');
  // Nor directly into the tables.
  const insert = `insert into app_public.comments (discussion_id, user_id, body_delta, body_markdown, body_html) values ('${idOf('discussion clip course published')}', '${idOf('learner')}', '{"type":"doc","content":[]}', 'x', 'x')`;
  expect(await outcome('learner', insert)).toBe('42501');
});

test('comments that are replied to, hidden, shown, deleted and orphaned at the same time keep every count exact @DATA-01', async () => {
  const discussion = idOf('discussion clip book published');
  const { rows: writers } = await db.superuser.query<{ id: string }>(
    `insert into auth."user" ("name", "email", "emailVerified") select 'Writer', 'writer-' || n || '@example.com', true from generate_series(1, 24) n returning id`,
  );
  const write = async (userId: string, parent: string | null) => {
    const client = await db.app.connect();
    try {
      await client.query('begin');
      await become(client, { role: 'learner', userId });
      const { rows } = await client.query<{ id: string }>(
        `select comment_id as id from app_private.reply_to_comment(null, $1, $2, null, '{"type":"doc","content":[]}', 'x', 'x', null, 0, '{}')`,
        [discussion, parent],
      );
      await client.query('commit');
      return rows[0]?.id ?? '';
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  };
  // In the order that every function uses: the discussion first.
  const change = async (what: string, id: string) => {
    const client = await db.superuser.connect();
    try {
      await client.query('begin');
      await client.query('select from app_public.discussions where id = $1 for no key update', [discussion]);
      await client.query(`update app_public.comments set ${what} where id = $1`, [id]);
      await client.query('commit');
    } finally {
      client.release();
    }
  };
  const [first] = writers;
  const top = await write(first?.id ?? '', null);
  const middle = await write(first?.id ?? '', top);
  const outcomes = await Promise.allSettled(
    writers.map(async ({ id }, n) => {
      const own = await write(id, n % 2 ? top : middle);
      if (n % 4 === 0) await change('hidden_at = now()', own);
      if (n % 8 === 0) await change('hidden_at = null', own);
      if (n % 3 === 0) await change('deleted = true', own);
      if (n % 6 === 1) await db.superuser.query('delete from auth."user" where id = $1', [id]);
      if (n === 5) await change('deleted = true', middle);
    }),
  );
  // A user may reply to what was deleted a moment before; nothing else is refused, and nothing waits forever.
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as { code: string }).code] : []));
  expect(refused.filter((code) => code !== 'NL409')).toEqual([]);
  expect((await db.superuser.query(wrongCounters)).rows).toEqual([]);
});

test('the version of a discussion’s page changes with everything that the page shows to everyone, and with nothing else @DISC-05', async () => {
  await asSuperuser(db, async (client) => {
    const discussion = idOf('discussion clip course published');
    const versionOf = async (): Promise<string> => {
      const { rows } = await client.query<{ version: string }>(
        'select (app_public.discussions_reader(d)).page_version as version from app_public.discussions d where d.id = $1',
        [discussion],
      );
      return rows[0]?.version ?? '';
    };
    const write = (sql: string) => client.query(sql);
    const comments = `app_public.comments where discussion_id = '${discussion}'`;
    const first = `(select id from ${comments} order by created_at, id limit 1)`;
    const changes = {
      'a new comment': `insert into app_public.comments (discussion_id, user_id, body_delta, body_markdown, body_html)
        values ('${discussion}', '${people.learner.userId}', '{"type":"doc","content":[]}', 'x', 'x')`,
      'an edit': `update app_public.comments set body_markdown = 'y', body_html = 'y' where id = ${first}`,
      'a rendering': `update app_public.comments set body_drawings = '[]', body_delta = '{"type":"doc","content":[]}' where id = ${first}`,
      'a reaction': `insert into app_public.comment_reactions (comment_id, user_id, kind) values (${first}, '${people.learner.userId}', 'AGREE')`,
      'the end of a reaction': `delete from app_public.comment_reactions where comment_id = ${first}`,
      'a resolution': `update app_public.discussions set is_resolved = not is_resolved where id = '${discussion}'`,
      'an accepted answer': `update app_public.discussions set accepted_comment_id = ${first} where id = '${discussion}'`,
      'a new name of an author': `update app_public.users set name = 'Another' where id = (select user_id from ${comments} and user_id is not null limit 1)`,
      'a new title': `update app_public.clips set title = 'Another' where id = (select clip_id from app_public.discussions where id = '${discussion}')`,
      'a deleted comment': `update app_public.comments set deleted = true, deleted_at = now() where id = ${first}`,
    };
    const unchanged: string[] = [];
    for (const [what, sql] of Object.entries(changes)) {
      const before = await versionOf();
      // Without a transaction of their own, two changes of a row would have the same xmin.
      await client.query('savepoint change');
      await write(sql);
      if ((await versionOf()) === before) unchanged.push(what);
    }
    expect(unchanged).toEqual([]);
    const before = await versionOf();
    await write(`insert into app_public.discussion_follows (discussion_id, user_id, is_followed) values ('${discussion}', '${people.learner.userId}', true)
      on conflict (user_id, discussion_id) do update set is_followed = false`);
    await write(`update app_public.clips set likes_count = likes_count + 1`);
    expect(await versionOf()).toBe(before);
  });
});

test('the reactions of a discussion’s reader are their own, as its comments say', async () => {
  const discussion = idOf('discussion clip course published');
  await asSuperuser(db, async (client) => {
    await client.query('delete from app_public.comment_reactions');
    for (const [person, kind] of [
      ['learner', 'THANKS'],
      ['learner', 'LAUGH'],
      ['Pro', 'CONFUSED'],
    ] as const)
      await client.query(
        `insert into app_public.comment_reactions (comment_id, user_id, kind)
         select id, $2, $3 from app_public.comments where discussion_id = $1 on conflict do nothing`,
        [discussion, people[person].userId, kind],
      );
    for (const [person, kinds] of [
      ['learner', ['LAUGH', 'THANKS']],
      ['Pro', ['CONFUSED']],
      ['author', []],
      ['visitor', []],
    ] as const) {
      await become(client, people[person]);
      const { rows } = await client.query<{ own: unknown; each: unknown; kinds: string[] }>(
        `select to_jsonb((app_public.discussions_reader(d)).reactions) as own, (
           select coalesce(jsonb_agg(jsonb_build_object('comment_id', c.id, 'kind', k) order by c.id, k), '[]')
           from app_public.comments c, unnest(app_public.comments_viewer_reactions(c)) k where c.discussion_id = d.id) as each,
           array(select distinct r.kind from unnest((app_public.discussions_reader(d)).reactions) r order by 1) as kinds
         from app_public.discussions d where d.id = $1`,
        [discussion],
      );
      expect(rows[0]?.own).toEqual(rows[0]?.each);
      expect(rows[0]?.kinds).toEqual([...kinds]);
      await client.query('reset role');
    }
  });
});

test('whether a discussion’s reader may resolve it is the same as everywhere, for each user and discussion @AUTH-03', async () => {
  let allowed = 0;
  for (const person of Object.values(people))
    await asPerson(db, person, async (client) => {
      const { rows } = await client.query<{ id: string; page: boolean; rule: boolean }>(
        `select d.id, (app_public.discussions_reader(d)).may_resolve as page, app_public.discussions_viewer_may_resolve(d) as rule from app_public.discussions d`,
      );
      expect(rows.filter(({ page, rule }) => page !== rule)).toEqual([]);
      allowed += rows.filter(({ page }) => page).length;
    });
  expect(allowed).toBeGreaterThan(5);
});
