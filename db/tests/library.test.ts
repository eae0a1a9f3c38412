import { readFile } from 'node:fs/promises';
import { asPerson, asSuperuser, become, type Person, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

type Item = {
  title: string;
  status: 'NOT_STARTED' | 'IN_PROGRESS' | 'COMPLETED';
  lesson_states: string;
  continue_path: string | null;
  continue_seconds: number | null;
  completed_at: Date | null;
  technologies: string[];
  instructors: string[];
};
type Filter = { filter_group: string; value: string; label: string | null; count: number };
type Library = { items: Item[]; filters: Filter[]; matches: number; all: number; completed: number; isNearly: boolean };
type Asked = {
  sort?: string;
  search?: string;
  statuses?: string[];
  kinds?: string[];
  technologies?: string[];
  instructors?: string[];
  first?: number;
  skip?: number;
};

let db: TestDatabase;
let reader: Person;
let other: Person;

beforeAll(async () => {
  db = await startTestDatabase();
  const fill = await readFile(new URL('library-fill.sql', import.meta.url), 'utf8');
  const client = await db.superuser.connect();
  for (const name of ['reader', 'other']) {
    await client.query(`insert into auth."user" ("name", "email", "emailVerified") values ($1, $1 || '@example.com', true)`, [name]);
  }
  const { rows } = await client.query<{ id: string }>(
    `select id from app_public.users where name in ('reader', 'other') order by name desc`,
  );
  reader = { role: 'learner', userId: rows[0]?.id ?? '' };
  other = { role: 'learner', userId: rows[1]?.id ?? '' };
  await client.query(`select set_config('newline.reader', $1, false)`, [reader.userId]);
  await client.query(fill);
  client.release(true);
  await db.superuser.query('analyze');
}, 60_000);
afterAll(() => db.stop());

async function ask(person: Person, request: Asked = {}): Promise<Library> {
  const { rows } = await asPerson(db, person, (client) =>
    client.query<{ library: { items: Item[]; filters: Filter[] } & Record<string, number | boolean> }>(
      `select to_json(l) as library from app_public.library(coalesce($1, 'RECENTLY_ACCESSED')::app_public.library_sort, $2,
        $3::app_public.library_status[], $4::app_public.library_kind[], $5, $6, $7, $8) l`,
      [
        request.sort ?? null,
        request.search ?? null,
        request.statuses ?? null,
        request.kinds ?? null,
        request.technologies ?? null,
        request.instructors ?? null,
        request.first ?? 20,
        request.skip ?? 0,
      ],
    ),
  );
  const library = rows[0]?.library;
  if (!library) throw new Error('library: expected a row, got none');
  // The counts match the number of rows.
  const matches = Number(library['matches_count']);
  expect(library.items).toHaveLength(Math.max(0, Math.min(request.first ?? 20, matches - (request.skip ?? 0))));
  return {
    items: library.items,
    filters: library.filters,
    matches,
    all: Number(library['items_count']),
    completed: Number(library['completed_count']),
    isNearly: library['is_nearly'] === true,
  };
}

const titles = ({ items }: Library) => items.map(({ title }) => title);
/** Returns the number in a title of the generated library. */
const numbers = (library: Library) => titles(library).map((title) => Number(/\d{3}$/.exec(title)?.[0]));

test('a page has 20 of all 300, last opened first @LIB-01', async () => {
  const library = await ask(reader);
  expect(library).toMatchObject({ matches: 300, all: 300, completed: 75, isNearly: false });
  expect(library.items).toHaveLength(20);
  // (n * 101) % 300 minutes ago: 300 now, 101 * 101 = 10201 = 34 * 300 + 1 a minute ago.
  expect(numbers(library).slice(0, 2)).toEqual([300, 101]);
  const second = await ask(reader, { skip: 20 });
  expect(new Set([...titles(library), ...titles(second)]).size).toBe(40);
  expect((await ask(reader, { skip: 280, first: 100 })).items).toHaveLength(20);
});

test('is sorted by one of four orders, titles regardless of case @LIB-01', async () => {
  expect(numbers(await ask(reader, { sort: 'RECENTLY_ENROLLED', first: 4 }))).toEqual([1, 2, 3, 4]);
  const az = await ask(reader, { sort: 'TITLE_ASC', first: 3 });
  expect(titles(az)).toEqual(['aardvark', 'Décades of Quiet Queues', 'Measured Anchor 008']);
  const za = await ask(reader, { sort: 'TITLE_DESC', first: 3 });
  expect(titles(za)).toEqual(['zebra crossings', 'React, 100% of It', 'Measured Window 297']);
});

describe('progress is derived @LIB-03', () => {
  test('as Not Started, In Progress and Completed, from the lessons that count', async () => {
    const all = [
      await ask(reader, { sort: 'RECENTLY_ENROLLED', first: 100 }),
      await ask(reader, { sort: 'RECENTLY_ENROLLED', first: 100, skip: 100 }),
    ];
    const expected = { 0: 'NOT_STARTED', 1: 'IN_PROGRESS', 2: 'COMPLETED', 3: 'IN_PROGRESS' } as Record<number, string>;
    for (const [n, item] of all.flatMap(({ items }) => items).entries()) expect(item.status, item.title).toBe(expected[(n + 1) % 4]);
  });

  test('each lesson’s state and the next lesson are derived from them, without change logs', async () => {
    const { items } = await ask(reader, { sort: 'RECENTLY_ENROLLED', first: 4 });
    expect(items[0]).toMatchObject({ lesson_states: ['DONE', 'OPEN'], continue_path: '/courses/library-1/part-2', completed_at: null });
    expect(items[1]).toMatchObject({ lesson_states: ['DONE', 'DONE'], continue_path: null });
    expect(items[1]?.completed_at).not.toBeNull();
    // The second part was watched: the user continues there, at that second, although the first one is open.
    expect(items[2]).toMatchObject({ lesson_states: ['OPEN', 'STARTED'], continue_path: '/books/library-3/part-2', continue_seconds: 42 });
    expect(items[3]).toMatchObject({ lesson_states: ['OPEN', 'OPEN'], continue_path: '/courses/library-4/part-1', completed_at: null });
  });

  test('as Not Started for an item without lessons', async () => {
    await db.superuser.query(
      `with c as (insert into app_public.courses (title, slug, permalink, is_published, published_at) values ('Bare', 'bare', '/courses/bare', true, now()) returning id)
       insert into app_public.enrollments (user_id, course_id) select $1, id from c`,
      [other.userId],
    );
    expect((await ask(other)).items).toMatchObject([{ title: 'Bare', status: 'NOT_STARTED', lesson_states: [], continue_path: null }]);
  });
});

describe('filters @LIB-01', () => {
  let instructors: string[];
  beforeAll(async () => {
    instructors = (await ask(reader)).filters.flatMap(({ filter_group, value }) => (filter_group === 'INSTRUCTOR' ? [value] : []));
  });

  test('one status, one kind, one technology, one instructor', async () => {
    const whole = (request: Asked) => ask(reader, { ...request, first: 100 });
    const completed = await whole({ statuses: ['COMPLETED'] });
    expect(completed.items.map(({ status }) => status)).toEqual(Array(75).fill('COMPLETED'));
    expect((await whole({ kinds: ['BOOK'] })).matches).toBe(100);
    expect((await whole({ kinds: ['COURSE'] })).matches).toBe(200);
    expect((await whole({ kinds: ['MASTERCLASS'] })).matches).toBe(10);
    expect(
      (await whole({ technologies: ['technology-3'] })).items.filter((item) => item.technologies.includes('Technology 3')),
    ).toHaveLength(75);
    const [first = ''] = instructors;
    expect((await whole({ instructors: [first] })).items.map((item) => item.instructors.join())).toEqual(Array(25).fill('Instructor A'));
  });

  test('OR within a group, AND between groups, beyond page one', async () => {
    expect((await ask(reader, { statuses: ['NOT_STARTED', 'COMPLETED'] })).matches).toBe(150);
    expect((await ask(reader, { kinds: ['BOOK', 'MASTERCLASS'] })).matches).toBe(110);
    // 4 divides n, or 5 does: 75 and 60, less the 15 that 20 divides.
    expect((await ask(reader, { technologies: ['technology-3', 'technology-4'] })).matches).toBe(120);
    expect((await ask(reader, { instructors: instructors.slice(0, 2), first: 100 })).matches).toBe(50);
    // Completed: n % 4 = 2. Books: n % 3 = 0. Technology 4: n % 5 = 0. All three: n % 60 = 30.
    const three = await ask(reader, {
      statuses: ['COMPLETED'],
      kinds: ['BOOK'],
      technologies: ['technology-4'],
      sort: 'RECENTLY_ENROLLED',
    });
    expect(numbers(three)).toEqual([30, 90, 150, 210, 270]);
    const searched = await ask(reader, { statuses: ['COMPLETED'], kinds: ['BOOK'], technologies: ['technology-4'], search: 'TIDE 270' });
    expect(numbers(searched)).toEqual([270]);
    expect(
      await ask(reader, { statuses: ['NOT_STARTED'], kinds: ['BOOK'], technologies: ['technology-1'], search: 'zebra' }),
    ).toMatchObject({
      items: [],
      matches: 0,
      all: 300,
    });
  });

  test('counts say how many items each option would show together with the other groups', async () => {
    const count = ({ filters }: Library, value: string) => filters.find((filter) => filter.value === value)?.count;
    const none = await ask(reader);
    expect(['NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'BOOK', 'COURSE', 'MASTERCLASS'].map((value) => count(none, value))).toEqual([
      75, 150, 75, 100, 200, 10,
    ]);
    const books = await ask(reader, { kinds: ['BOOK'] });
    expect(['NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'BOOK', 'COURSE'].map((value) => count(books, value))).toEqual([
      25, 50, 25, 100, 200,
    ]);
    for (const { filter_group, value, count: expected } of books.filters.filter((filter) => filter.filter_group !== 'KIND')) {
      const group = { STATUS: 'statuses', TECHNOLOGY: 'technologies', INSTRUCTOR: 'instructors' }[filter_group] ?? '';
      expect((await ask(reader, { kinds: ['BOOK'], [group]: [value] })).matches, value).toBe(expected);
    }
  });

  test('technologies: the 9 most frequent in the icon map, and any requested one @LIB-02', async () => {
    const offered = async (request: Asked) =>
      (await ask(reader, request)).filters.flatMap((filter) => (filter.filter_group === 'TECHNOLOGY' ? [filter.value] : []));
    const nine = [1, 3, 4, 5, 6, 7, 8, 9, 10].map((k) => `technology-${k}`);
    expect(await offered({})).toEqual(nine);
    expect(await offered({ technologies: ['technology-12'], kinds: ['BOOK'] })).toEqual([...nine, 'technology-12']);
    // Nor is one without an icon added if there are fewer than nine: item 30 has 1, 2, 4, 5 and 9.
    await db.superuser.query(
      `insert into app_public.enrollments (user_id, book_id) select $1, id from app_public.books where slug = 'library-30'`,
      [other.userId],
    );
    const few = (await ask(other)).filters.flatMap((filter) => (filter.filter_group === 'TECHNOLOGY' ? [filter.value] : []));
    expect(few).toEqual([1, 4, 5, 9].map((k) => `technology-${k}`));
    await db.superuser.query(`delete from app_public.enrollments e using app_public.books b where b.id = e.book_id and e.user_id = $1`, [
      other.userId,
    ]);
  });

  test('instructors: everyone, sorted by name @LIB-02', async () => {
    const { filters } = await ask(reader);
    expect(filters.flatMap((filter) => (filter.filter_group === 'INSTRUCTOR' ? [filter.label] : []))).toEqual(
      [...'ABCDEFGHIJKL'].map((initial) => `Instructor ${initial}`),
    );
  });
});

describe('the search @LIB-01', () => {
  const search = async (words: string) => titles(await ask(reader, { search: words, first: 100 }));

  test('finds titles by any part of them, regardless of case and accents', async () => {
    expect(await search('quiet QUEUES')).toEqual(['Décades of Quiet Queues']);
    expect(await search('decades')).toEqual(['Décades of Quiet Queues']);
    expect(await search('DÉCADES')).toEqual(['Décades of Quiet Queues']);
    expect(await search('Ardvar')).toEqual(['aardvark']);
    expect(await search('  crossings   zebra ')).toEqual(['zebra crossings']);
    expect(await search('100%')).toEqual(['React, 100% of It']);
    expect(await search('   ')).toHaveLength(100);
  });

  test.each(['qwiet queues', 'quit queues', 'quiett queues', 'qiuet queues', 'xuiet queues', 'decaded'])(
    'tolerates one wrong letter: %s',
    async (words) => {
      const library = await ask(reader, { search: words });
      expect(titles(library)).toEqual(['Décades of Quiet Queues']);
      expect(library.isNearly).toBe(true);
    },
  );

  test('doesn’t tolerate two, nor any if there are exact matches', async () => {
    expect(await search('qweit qeues')).toEqual([]);
    expect(await search('%')).toEqual(['React, 100% of It']);
    expect(await search('_')).toEqual([]);
    expect(await search('.*')).toEqual([]);
    expect(await search('(')).toEqual([]);
    const exact = await ask(reader, { search: 'Lamp' });
    expect(exact).toMatchObject({ matches: 30, isNearly: false });
  });

  test('accepts input of any length', async () => {
    for (const length of [30, 31, 200, 100_000]) expect(await search('a'.repeat(length)), String(length)).toEqual([]);
  });
});

test('no one sees another user’s library, a visitor sees none, and unpublished items are gone @LIB-01', async () => {
  expect((await ask(other, { search: 'Measured' })).all).toBeLessThan(2);
  const visitor = await asPerson(db, { role: 'visitor', userId: null }, (client) =>
    client.query(`select (app_public.library()).items_count`),
  );
  expect(visitor.rows).toEqual([{ items_count: null }]);
  const withdrawn = await db.superuser.query(`update app_public.courses set archived_at = now() where slug = 'library-1'`);
  expect(withdrawn.rowCount).toBe(1);
  expect((await ask(reader)).all).toBe(299);
  await db.superuser.query(`update app_public.courses set archived_at = null where slug = 'library-1'`);
  expect((await ask(reader)).all).toBe(300);
});

describe('an item in the library is one that policies let its user see, with the lessons that they let them see', () => {
  const course = 'library-1';
  test.for([
    ['open', 'title = title', { learner: 2, author: 2, admin: 2 }],
    ['archived', 'archived_at = now()', { learner: null, author: 2, admin: 2 }],
    ['not published', 'is_published = false', { learner: null, author: 2, admin: 2 }],
    ['published later', `published_at = now() + interval '1 day'`, { learner: null, author: 2, admin: 2 }],
    ['coming soon', 'is_coming_soon = true', { learner: 0, author: 2, admin: 2 }],
  ] as const)('%s @LIB-01', async ([, change, expected]) => {
    await asSuperuser(db, async (client) => {
      await client.query(`update app_public.courses set ${change} where slug = $1`, [course]);
      await client.query(
        `insert into app_public.contributions (course_id, user_id) select id, $2 from app_public.courses where slug = $1`,
        [course, other.userId],
      );
      await client.query('update app_public.users set is_admin = true where name = $1', ['Instructor A']);
      const { rows } = await client.query<{ id: string }>(
        `insert into app_public.enrollments (user_id, course_id)
          select u.id, c.id from app_public.users u, app_public.courses c where (u.id = $2 or u.name = $3) and c.slug = $1
          returning user_id as id`,
        [course, other.userId, 'Instructor A'],
      );
      const admin = rows.find(({ id }) => id !== other.userId)?.id ?? '';
      const people = { learner: reader, author: other, admin: { role: 'admin', userId: admin } } satisfies Record<string, Person>;
      for (const [who, person] of Object.entries(people)) {
        await become(client, person);
        const shown = await client.query<{ lessons: number }>(
          `select cardinality(i.lesson_states) as lessons from app_public.library(first => 100, search => $2) l, unnest(l.items) i where i.permalink = $1`,
          [`/courses/${course}`, 'Measured Lamp 001'],
        );
        const visible = await client.query<{ lessons: number }>(
          `select (select count(*)::int from app_public.course_lessons o join app_public.lessons l on l.id = o.lesson_id
              where o.course_id = c.id and l.role <> 'CHANGELOG') as lessons
            from app_public.courses c where c.slug = $1`,
          [course],
        );
        await become(client, null);
        expect(shown.rows, who).toEqual(visible.rows);
        expect(shown.rows[0]?.lessons ?? null, who).toBe(expected[who as keyof typeof expected]);
      }
    });
  });
});
