import { asPerson, type Person, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildWorld, idOf, people } from './permissions/world.ts';

// Authors' analytics, counted again here from the raw rows of the demo, without the functions that are tested.
let demo: TestDatabase;
let world: TestDatabase;

type Row = Record<string, unknown>;
type Item = { id: string; kind: 'course' | 'book'; author: Person };

const tables = [
  'enrollments',
  'user_progresses',
  'lesson_activities',
  'testimonials',
  'surveys',
  'discussions',
  'lessons',
  'course_lessons',
  'book_lessons',
  'clips',
  'contributions',
  'courses',
  'books',
] as const;
let raw: Record<(typeof tables)[number], Row[]>;

beforeAll(async () => {
  [demo, world] = await Promise.all([startTestDatabase({ demo: true }), startTestDatabase()]);
  await buildWorld(world.superuser);
  raw = Object.fromEntries(
    await Promise.all(tables.map(async (table) => [table, (await demo.superuser.query<Row>(`select * from app_public.${table}`)).rows])),
  );
}, 120_000);

afterAll(() => Promise.all([demo.stop(), world.stop()]));

/** Every course and book of the demo with one of its writers. */
function items(): Item[] {
  return [
    ...raw.courses.map(({ id }) => ['course', String(id)] as const),
    ...raw.books.map(({ id }) => ['book', String(id)] as const),
  ].flatMap(([kind, id]) => {
    const contribution = raw.contributions.find((row) => row[`${kind}_id`] === id);
    return contribution ? [{ id, kind, author: { role: 'learner', userId: String(contribution['user_id']) } as const }] : [];
  });
}

const at = (row: Row, column = 'created_at') => (row[column] as Date).getTime();
const personsIn = (rows: readonly Row[]) => new Set(rows.map((row) => row['user_id'])).size;

/** Returns `{[0,10),[20,30)}` as pairs. */
function pairs(ranges: unknown): [number, number][] {
  return [...String(ranges).matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => [Number(from), Number(to)]);
}

/** Returns the analytics of an item, counted by hand. */
function countByHand({ id, kind }: Item, since: number) {
  const isOf = (row: Row) => row[`${kind}_id`] === id;
  const itemLessons = raw[`${kind}_lessons`].filter(isOf).toSorted((one, other) => Number(one['position']) - Number(other['position']));
  const lessons = itemLessons.map((itemLesson) => {
    const lesson = raw.lessons.find((row) => row['id'] === itemLesson['lesson_id']) ?? {};
    const done = raw.user_progresses.filter((row) => row[`${kind}_lesson_id`] === itemLesson['id']);
    const doneSince = done.filter((row) => at(row) >= since);
    const touched = raw.lesson_activities.filter(
      (row) =>
        row['lesson_id'] === lesson['id'] &&
        at(row, 'updated_at') >= since &&
        (pairs(row['watched_seconds']).length > 0 || (row['read_block_ids'] as string[]).length > 0),
    );
    return { lesson, done, doneSince, touched };
  });
  const counted = lessons.filter(({ lesson }) => lesson['role'] !== 'CHANGELOG');
  const finishers = [...new Set(counted.flatMap(({ done }) => done.map((row) => row['user_id'])))].filter((person) => {
    const own = counted.map(({ done }) => done.find((row) => row['user_id'] === person));
    return own.every((row) => row !== undefined) && own.some((row) => row !== undefined && at(row) >= since);
  });
  const stars = [
    ...raw.testimonials.filter((row) => isOf(row) && at(row) >= since).map((row) => Number(row['rating'])),
    ...raw.surveys.filter((row) => isOf(row) && at(row) >= since).map((row) => Number(row['scale_number'])),
  ];
  const ofItem = new Set([...raw.lessons.filter(isOf), ...raw.clips.filter(isOf)].map((row) => row['id']));
  const open = raw.discussions.filter(
    (row) =>
      (ofItem.has(row['lesson_id']) || ofItem.has(row['clip_id'])) &&
      Number(row['comments_count']) > 0 &&
      row['is_answered'] !== true &&
      row['is_resolved'] !== true &&
      at(row) >= since,
  );
  return {
    enrolled_count: raw.enrollments.filter((row) => isOf(row) && at(row) >= since).length,
    enrolled_in_all_count: raw.enrollments.filter(isOf).length,
    active_count: personsIn(lessons.flatMap(({ touched, doneSince }) => [...touched, ...doneSince])),
    finished_count: finishers.length,
    rating_counts: [1, 2, 3, 4, 5].map((count) => stars.filter((star) => star === count).length),
    rating_average: stars.length === 0 ? null : expect.closeTo(stars.reduce((sum, star) => sum + star, 0) / stars.length, 9),
    open_questions_count: open.length,
    lessons: lessons.map(({ lesson, touched, doneSince }) => ({
      lesson_id: lesson['id'],
      title: lesson['title'],
      slug: lesson['slug'],
      video_seconds: lesson['video_duration'],
      begun_count: personsIn([...touched, ...doneSince]),
      completed_count: personsIn(doneSince),
    })),
  };
}

async function ask(db: TestDatabase, person: Person, call: string): Promise<Row> {
  const { rows } = await asPerson(db, person, (client) =>
    client.query<{ answer: Row }>(`select to_jsonb(f) as answer from app_public.${call} f`),
  );
  return rows[0]?.answer ?? {};
}

function callOf({ id, kind }: Item, days: number | null): string {
  return `item_figures(${kind}_id => '${id}', days => ${days ?? 'null'})`;
}

describe.each([7, 30, 90, null])('over %s days', (days) => {
  test('the analytics of every course and book match a count by hand @STUDIO-01', async () => {
    const totals = { enrolled: 0, completed: 0, rated: 0, open: 0 };
    for (const item of items()) {
      const answer = await ask(demo, item.author, callOf(item, days));
      const since = days === null ? -Infinity : new Date(String(answer['counted_to'])).setUTCHours(0, 0, 0, 0) - days * 86_400_000;
      const expected = countByHand(item, since);
      expect(answer, `${item.kind} ${item.id}`).toMatchObject(expected);
      totals.enrolled += expected.enrolled_count;
      totals.completed += expected.lessons.reduce((sum, lesson) => sum + lesson.completed_count, 0);
      totals.rated += expected.rating_counts.reduce((sum, count) => sum + count, 0);
      totals.open += expected.open_questions_count;
    }
    // Empty analytics would prove nothing.
    if (days === null)
      expect(
        Object.values(totals).every((total) => total > 0),
        JSON.stringify(totals),
      ).toBe(true);
  });

  test('the viewers of each second of every video match the recorded watched seconds @STUDIO-01', async () => {
    let watched = 0;
    for (const item of items()) {
      for (const lesson of raw.lessons.filter((row) => row[`${item.kind}_id`] === item.id && row['video_duration'] !== null)) {
        const answer = await ask(demo, item.author, `video_figures('${String(lesson['id'])}', ${days ?? 'null'})`);
        const since = days === null ? -Infinity : new Date().setUTCHours(0, 0, 0, 0) - days * 86_400_000;
        const views = raw.lesson_activities
          .filter((row) => row['lesson_id'] === lesson['id'] && at(row, 'updated_at') >= since)
          .map((row) => pairs(row['watched_seconds']))
          .filter((ranges) => ranges.length > 0);
        const bySecond = Array.from(
          { length: Number(lesson['video_duration']) },
          (_, second) => views.filter((ranges) => ranges.some(([from, to]) => from <= second && second < to)).length,
        );
        expect(answer, String(lesson['slug'])).toMatchObject({ viewers_count: views.length, viewers_by_second: bySecond });
        watched += views.length;
      }
    }
    if (days === null) expect(watched).toBeGreaterThan(5);
  });
});

test('the list has an author’s items with the same numbers, and administrators see everyone’s @STUDIO-01', async () => {
  const author = items()[0]?.author;
  if (!author) throw new Error('expected an author in the demo');
  const mine = items().filter((item) =>
    raw.contributions.some((row) => row['user_id'] === author.userId && row[`${item.kind}_id`] === item.id),
  );
  const list = await ask(demo, author, 'own_figures(90)');
  expect(list['items_count']).toBe(mine.length);
  for (const line of list['lines'] as Row[]) {
    const item = mine.find(({ id }) => id === (line['course_id'] ?? line['book_id']));
    if (!item) throw new Error(`expected an item of the author, got ${JSON.stringify(line)}`);
    const analytics = await ask(demo, author, callOf(item, 90));
    for (const name of ['title', 'enrolled_count', 'enrolled_in_all_count', 'open_questions_count'])
      expect(line[name]).toBe(analytics[name]);
  }
  const all = await ask(world, people.admin, 'own_figures(null, true)');
  expect(all['items_count']).toBe(
    (await world.superuser.query('select id from app_public.courses union all select id from app_public.books')).rowCount,
  );
});

describe('counting, row by row', () => {
  const lessonId = idOf('lesson course published');
  const readers = ['1', '2', '3', '4'].map((n) => `00000000-0000-7000-8000-00000000000${n}`);

  /** Returns the author's analytics of the item and its video, in a transaction in which a user did something. */
  async function analyticsAfter(days: number | null, ...statements: string[]): Promise<{ item: Row; video: Row }> {
    const client = await world.superuser.connect();
    try {
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      await client.query('delete from app_public.lesson_activities');
      await client.query('delete from app_public.user_progresses');
      for (const statement of statements) await client.query(statement);
      // Triggers are off: these users don't exist.
      await client.query('select app_private.recount_item_learners($1)', [idOf('course published')]);
      await client.query("select set_config('newline.user_id', $1, true)", [idOf('author')]);
      const call = `select to_jsonb(app_public.item_figures(course_id => $1, days => ${days ?? 'null'})) as item,
        to_jsonb(app_public.video_figures($2, ${days ?? 'null'})) as video`;
      const { rows } = await client.query<{ item: Row; video: Row }>(call, [idOf('course published'), lessonId]);
      return rows[0] ?? { item: {}, video: {} };
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
  const activity = (reader: number, columns: string, values: string, daysAgo = 0) =>
    `insert into app_public.lesson_activities (user_id, lesson_id, updated_at, ${columns})
     values ('${readers[reader] ?? ''}', '${lessonId}', now() - interval '${daysAgo} days', ${values})`;
  const lessonOf = ({ item }: { item: Row }) => (item['lessons'] as Row[]).find((row) => row['lesson_id'] === lessonId);

  beforeAll(() => world.superuser.query('update app_public.lessons set video_duration = 60 where id = $1', [lessonId]));

  test('users who only opened a lesson aren’t counted; users who read are active, and not viewers @STUDIO-01', async () => {
    const opened = activity(0, 'position_seconds, block_id', `0, 'aaaaa'`);
    const only = await analyticsAfter(null, opened);
    expect(only.item).toMatchObject({ active_count: 0, finished_count: 0 });
    expect(lessonOf(only)).toMatchObject({ begun_count: 0, completed_count: 0 });
    expect(only.video).toMatchObject({ viewers_count: 0, viewers_by_second: Array.from({ length: 60 }, () => 0) });
    const all = await analyticsAfter(null, opened, activity(1, 'read_block_ids', `'{aaaaa}'`), activity(2, 'watched_seconds', `'{[1,3)}'`));
    expect(all.item).toMatchObject({ active_count: 2 });
    expect(lessonOf(all)).toMatchObject({ begun_count: 2, completed_count: 0 });
    expect(all.video).toMatchObject({ viewers_count: 1, viewers_by_second: [0, 1, 1, ...Array.from({ length: 57 }, () => 0)] });
  });

  test.each([
    { days: 7, active: 1, completed: 0, finished: 0, viewers: 1 },
    { days: 30, active: 3, completed: 1, finished: 0, viewers: 2 },
    { days: null, active: 4, completed: 2, finished: 1, viewers: 3 },
  ])('$days days count only what was done in them @STUDIO-01', async ({ days, active, completed, finished, viewers }) => {
    const completion = (reader: number, daysAgo: number, lessons = `cl.lesson_id = '${lessonId}'`) =>
      `insert into app_public.user_progresses (user_id, course_lesson_id, created_at)
       select '${readers[reader] ?? ''}', cl.id, now() - interval '${daysAgo} days' from app_public.course_lessons cl
       where cl.course_id = '${idOf('course published')}' and ${lessons}`;
    const result = await analyticsAfter(
      days,
      activity(0, 'watched_seconds', `'{[0,1)}'`, 1),
      activity(1, 'watched_seconds', `'{[0,1)}'`, 10),
      activity(2, 'watched_seconds', `'{[0,1)}'`, 100),
      completion(3, 10),
      // They have every lesson, and no activity in the period.
      completion(2, 100, 'true'),
    );
    expect(result.item).toMatchObject({ active_count: active, finished_count: finished });
    expect(lessonOf(result)).toMatchObject({ begun_count: active, completed_count: completed });
    expect(result.video).toMatchObject({ viewers_count: viewers });
  });
});

describe('only an item’s writers and administrators see its analytics', () => {
  const calls = {
    item: `item_figures(course_id => '${idOf('course published')}')`,
    book: `item_figures(book_id => '${idOf('book published')}')`,
    draft: `item_figures(course_id => '${idOf('course draft of a stranger')}')`,
    video: `video_figures('${idOf('lesson course published')}')`,
    all: 'own_figures(null, true)',
  };
  beforeAll(() =>
    world.superuser.query('update app_public.lessons set video_duration = 60 where id = $1', [idOf('lesson course published')]),
  );

  test.each([
    { who: 'visitor', item: 'NL401', book: 'NL401', draft: 'NL401', video: 'NL401', all: 'NL401' },
    { who: 'learner', item: 'NL404', book: 'NL404', draft: 'NL404', video: 'NL404', all: 'NL403' },
    { who: 'Pro', item: 'NL404', book: 'NL404', draft: 'NL404', video: 'NL404', all: 'NL403' },
    { who: 'author', item: null, book: null, draft: 'NL404', video: null, all: 'NL403' },
    { who: 'admin', item: null, book: null, draft: null, video: null, all: null },
  ] as const)('$who', async ({ who, ...expected }) => {
    for (const [name, call] of Object.entries(calls)) {
      const code = expected[name as keyof typeof calls];
      const answer = ask(world, people[who], call);
      if (code === null)
        expect(await answer, name).toMatchObject(name === 'all' ? { items_count: expect.any(Number) } : { title: expect.any(String) });
      else await expect(answer, name).rejects.toMatchObject({ code });
    }
  });

  test('no result names a user, and an invalid period is refused', async () => {
    const answers = await Promise.all(Object.values(calls).map((call) => ask(world, people.admin, call)));
    const { rows } = await world.superuser.query<{ id: string; username: string }>('select id, username from app_public.users');
    for (const { id, username } of rows) {
      expect(JSON.stringify(answers)).not.toContain(id);
      expect(JSON.stringify(answers)).not.toContain(`"${username}"`);
    }
    for (const days of [0, -1, 3651])
      await expect(ask(world, people.admin, `own_figures(${days})`)).rejects.toMatchObject({ code: 'NL400' });
    await expect(ask(world, people.admin, 'item_figures()')).rejects.toMatchObject({ code: 'NL400' });
  });
});

test('the analytics of one item read only its own rows, through indexes', async () => {
  const client = await world.superuser.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    // 40,000 users study one lesson, 200 another; the second is queried.
    await client.query(
      `insert into app_public.lesson_activities (user_id, lesson_id, watched_seconds)
       select md5('reader ' || n)::uuid, case when n > 200 then $1 else $2 end::uuid, int4multirange(int4range(0, n % 50 + 1)) from generate_series(1, 40200) n`,
      [idOf('lesson book published'), idOf('lesson course published')],
    );
    await client.query('analyze app_public.lesson_activities');
    await client.query("select set_config('newline.user_id', $1, true)", [idOf('author')]);
    const before = await readsOf(client);
    await client.query(`select app_public.item_figures(course_id => $1)`, [idOf('course published')]);
    await client.query(`select app_public.video_figures($1)`, [idOf('lesson course published')]);
    const after = await readsOf(client);
    expect(after.seq - before.seq).toBe(0);
    // Only the video's figures need them.
    expect(after.read - before.read).toBeGreaterThanOrEqual(200);
    expect(after.read - before.read).toBeLessThan(500);
    await client.query('rollback');
  } finally {
    client.release();
  }
});

/** Returns the number of activity rows that this transaction has read so far: sequentially, and through an index. */
async function readsOf(client: { query: TestDatabase['superuser']['query'] }): Promise<{ seq: number; read: number }> {
  const { rows } = await client.query<{ seq: string; read: string }>(
    `select pg_stat_get_xact_tuples_returned('app_public.lesson_activities'::regclass)::text as seq,
       (pg_stat_get_xact_tuples_fetched('app_public.lesson_activities'::regclass)
        + (select coalesce(sum(pg_stat_get_xact_tuples_returned(indexrelid)), 0) from pg_index where indrelid = 'app_public.lesson_activities'::regclass))::text as read`,
  );
  return { seq: Number(rows[0]?.seq), read: Number(rows[0]?.read) };
}
