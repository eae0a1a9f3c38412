import { asSuperuser, become, type Person, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, people } from './permissions/world.ts';
import { buildPlansWorld, createServer, crowd } from './plans-world.ts';

// How often a user can do something, and how many of their rows are kept. permissions/limits.test.ts checks this for every table.
let db: TestDatabase;
let server: ReturnType<typeof createServer>;

beforeAll(async () => {
  db = await startTestDatabase();
  await buildPlansWorld(db);
  server = createServer(db);
});

afterAll(async () => {
  await server.stop();
  await db.stop();
});

const course = idOf('course published');
const person = (n: number) => crowd[n] ?? people.learner;
const lesson = idOf('lesson course published');
const comment = idOf('comment learner clip course published');

/** Everything that is counted, with its limit and an action that counts. `$1` is different for each action. */
const counted: readonly { kind: string; allowed: number; who: Person; isServer?: boolean; perform: string }[] = [
  {
    kind: 'checkouts',
    allowed: 60,
    who: person(0),
    isServer: true,
    perform: `select * from app_private.begin_checkout('team', null, null, false, 5 + $1::int)`,
  },
  {
    kind: 'new lessons',
    allowed: 5000,
    who: people.author,
    perform: `select app_public.create_lesson('New ' || $1, course_id => '${course}')`,
  },
  { kind: 'new sections', allowed: 2000, who: people.author, perform: `select app_public.create_section('New ' || $1, '${course}')` },
  { kind: 'new clips', allowed: 2000, who: people.author, perform: `select app_public.create_clip('New ' || $1, '${course}')` },
  {
    kind: 'new URLs',
    allowed: 500,
    who: people.author,
    perform: `select app_private.update_item('${course}', null, jsonb_build_object('permalink', '/moved-' || $1))`,
  },
  {
    kind: 'changed lesson URLs',
    allowed: 2000,
    who: people.author,
    perform: `select app_private.update_lesson('${lesson}', jsonb_build_object('slug', 'moved-' || $1))`,
  },
  {
    kind: 'reactions',
    allowed: 2000,
    who: people.learner,
    perform: `select app_public.toggle_reaction('${idOf('comment other clip course published')}', (array['AGREE', 'LAUGH'])[$1::int])`,
  },
  // Switching on and off again counts twice.
  ...['like', 'bookmark', 'share'].map((name) => ({
    kind: `clip ${name}s`,
    allowed: 2000,
    who: people.learner,
    perform: `select app_public.toggle_${name}('${idOf('clip book published')}', null, $1::int = 1)`,
  })),
  { kind: 'uploads', allowed: 2000, who: people['other learner'], perform: `select app_public.begin_upload('a/limit' || $1, 1) as wait` },
  {
    kind: 'videos',
    allowed: 200,
    who: people.author,
    perform: `select app_public.begin_video('limit' || $1, 'talk.mp4', 1, 'local', '${lesson}', null, null, null, 100) as wait`,
  },
  {
    kind: 'comment edits',
    allowed: 100,
    who: people.learner,
    perform: `select "wait_seconds" as wait from app_private.edit_comment('${comment}', ('{"type": "doc", "content": [' || $1 || ']}')::jsonb, 'x', 'x', null, 0, '{}')`,
  },
];

test.each(counted)('a user has $allowed $kind, and no more', async ({ kind, allowed, who, isServer, perform }) => {
  await asSuperuser(db, async (client) => {
    await client.query(
      `insert into app_private.user_quotas (user_id, kind, used) values ($1, $2, $3) on conflict (user_id, kind) do update set used = excluded.used`,
      [who.userId, kind, allowed - 1],
    );
    await become(client, who);
    if (isServer) await client.query('reset role');
    const waits = async (n: number): Promise<boolean> => {
      await client.query('savepoint act');
      try {
        return ((await client.query<{ wait?: number }>(perform, [n])).rows[0]?.wait ?? 0) > 1;
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'NL429')) throw error;
        expect(error).toMatchObject({ message: 'DAILY_LIMIT_REACHED', detail: `{"max": ${allowed}, "resource": "${kind}"}` });
        await client.query('rollback to act');
        return true;
      }
    };
    expect(await waits(1)).toBe(false);
    expect(await waits(2)).toBe(true);
    // The next period begins with the next use.
    await become(client, null);
    const { rowCount } = await client.query(
      `update app_private.user_quotas set started_at = now() - interval '25 hours' where user_id = $1 and kind = $2 and used >= $3`,
      [who.userId, kind, allowed],
    );
    expect(rowCount).toBe(1);
    await become(client, who);
    if (isServer) await client.query('reset role');
    expect(await waits(2)).toBe(false);
  });
});

describe('a quota', () => {
  const use = async (who: Person | null, kind: string) =>
    (await server.run<{ wait: number }>(who, `select app_private.use_quota($1, 10, interval '1 hour') as wait`, [kind]))[0]?.wait ?? -1;

  test('is shared by all uses, including simultaneous ones', async () => {
    const waits = await Promise.all(Array.from({ length: 25 }, () => use(person(1), 'races')));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
    for (const wait of waits.filter((each) => each !== 0)) {
      expect(wait).toBeGreaterThan(3000);
      expect(wait).toBeLessThanOrEqual(3600);
    }
    expect([await use(person(1), 'another kind'), await use(person(2), 'races')]).toEqual([0, 0]);
  });

  test('doesn’t limit the server and administrators', async () => {
    for (const who of [null, people.admin]) for (let n = 0; n < 11; n += 1) expect(await use(who, 'staff')).toBe(0);
  });
});

test('a comment notifies at most ten mentioned users, however often it is changed', async () => {
  await asSuperuser(db, async (client) => {
    await become(client, people.learner);
    const names = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `crowd-${from + n}`);
    const notifiedCount = async () =>
      (
        await client.query<{ n: number }>(`select count(*)::int as n from app_public.notices where comment_id = $1 and kind = 'MENTION'`, [
          comment,
        ])
      ).rows[0]?.n;
    for (const [from, to, expected] of [
      [0, 4, 4],
      [4, 14, 10],
      [14, 24, 10],
    ] as const) {
      await client.query(`select app_private.edit_comment($1, $2, 'x', 'x', null, 0, $3)`, [
        comment,
        JSON.stringify({ type: 'doc', content: [from] }),
        names(from, to),
      ]);
      await client.query('reset role');
      expect(await notifiedCount()).toBe(expected);
      await become(client, people.learner);
    }
  });
});

describe('the history of a text', () => {
  const kinds = [
    { kind: 'lesson', id: lesson, table: 'lesson_revisions', key: 'lesson_id', add: 'add_lesson_revision' },
    { kind: 'article', id: idOf('article published'), table: 'article_revisions', key: 'article_id', add: 'add_revision' },
  ];
  const doc = '{"type": "doc", "content": []}';

  test.each(kinds)(
    'of a $kind has at most 100 revisions, and a flood of saves takes only half of it @EDIT-12',
    async ({ id, table, key, add }) => {
      await asSuperuser(db, async (client) => {
        await client.query(`delete from app_public.${table} where ${key} = $1`, [id]);
        const save = (title: string, count: number) =>
          client.query(`select app_private.${add}($1, $2 || n, $3, '{}', null, gen_random_uuid(), 1, null) from generate_series(1, $4) n`, [
            id,
            title,
            doc,
            count,
          ]);
        await save('Calm ', 100);
        await client.query(
          `update app_public.${table} set created_at = now() - interval '1 day' + version * interval '6 minutes' where ${key} = $1`,
          [id],
        );
        await save('Flood ', 150);
        const { rows } = await client.query<{ title: string }>(
          `select title from app_public.${table} where ${key} = $1 order by version desc`,
          [id],
        );
        expect(rows.map(({ title }) => title)).toEqual([
          ...Array.from({ length: 50 }, (_, n) => `Flood ${150 - n}`),
          ...Array.from({ length: 50 }, (_, n) => `Calm ${100 - n}`),
        ]);
      });
    },
  );

  test('of a lesson has at most as many when only titles change @EDIT-12', async () => {
    await asSuperuser(db, async (client) => {
      const count = async () =>
        (await client.query<{ n: number }>('select count(*)::int as n from app_public.lesson_revisions where lesson_id = $1', [lesson]))
          .rows[0]?.n;
      const before = (await count()) ?? 0;
      const rename = async (from: number, to: number) => {
        for (let n = from; n < to; n += 1)
          await client.query('update app_public.lessons set title = $2 where id = $1', [lesson, `Title ${n}`]);
      };
      await rename(0, 5);
      expect(await count()).toBe(before + 5);
      await rename(5, 230);
      expect(await count()).toBeLessThanOrEqual(200);
    });
  });
});

test('a user keeps the newest 1,000 sessions', async () => {
  await asSuperuser(db, async (client) => {
    const open = (userId: string | null, from: number, to: number) =>
      client.query(
        `insert into auth."session" ("token", "userId", "expiresAt", "createdAt", "updatedAt")
         select 'limit ' || $1 || n, $1::uuid, now() + interval '1 day', now() + n * interval '1 second', now() from generate_series($2::int, $3::int) n`,
        [userId, from, to],
      );
    await client.query('set local session_replication_role = replica');
    await open(person(4).userId, 1, 1002);
    await client.query('set local session_replication_role = origin');
    await open(person(3).userId, 1, 5);
    await open(person(4).userId, 1003, 1003);
    const left = async (userId: string | null) =>
      (
        await client.query<{ token: string }>(
          `select replace("token", 'limit ' || $1, '') as token from auth."session" where "userId" = $1::uuid order by "createdAt"`,
          [userId],
        )
      ).rows.map(({ token }) => Number(token));
    expect(await left(person(3).userId)).toHaveLength(5);
    expect(await left(person(4).userId)).toEqual(Array.from({ length: 1000 }, (_, n) => n + 4));
  });
});
