import { asPerson, asPersonForGood, type Person, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildWorld, idOf, people } from '../permissions/world.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await startTestDatabase();
  await onOneConnection(buildWorld);
});

afterAll(() => db.stop());

// world.sql doesn't use the book's clip.
const clip = idOf('clip book published');
const actions = [
  { name: 'like', toggle: 'toggle_like', table: 'clip_likes', counter: 'likes_count' },
  { name: 'bookmark', toggle: 'toggle_bookmark', table: 'clip_bookmarks', counter: null },
  { name: 'share', toggle: 'toggle_share', table: 'clip_shares', counter: 'shares_count' },
] as const;

describe.each(actions)('a $name', ({ toggle, table, counter }) => {
  const press = (person: Person, clipId: string, userId: string | null = null) =>
    asPersonForGood(db, person, async (client) => {
      const { rows } = await client.query<{ id: string; enabled: boolean; user_id: string }>(`select * from app_public.${toggle}($1, $2)`, [
        clipId,
        userId,
      ]);
      return rows[0];
    });
  const readRows = async (clipId: string) =>
    (
      await db.superuser.query<{ user_id: string; enabled: boolean }>(
        `select user_id, enabled from app_public.${table} where clip_id = $1`,
        [clipId],
      )
    ).rows;
  const readCount = async (clipId = clip) =>
    counter === null
      ? null
      : (await db.superuser.query<{ n: number }>(`select ${counter} as n from app_public.clips where id = $1`, [clipId])).rows[0]?.n;

  test('is switched on, off and on again, returns the same row, and is counted while it is on @CLIP-05', async () => {
    const on = await press(people.learner, clip);
    expect(on).toMatchObject({ enabled: true, user_id: people.learner.userId });
    expect(await readCount()).toBe(counter === null ? null : 1);
    const off = await press(people.learner, clip);
    expect(off).toMatchObject({ id: on?.id, enabled: false });
    expect(await readCount()).toBe(counter === null ? null : 0);
    expect(await press(people.learner, clip, people.learner.userId)).toMatchObject({ id: on?.id, enabled: true });
    await press(people.learner, clip);
  });

  test('is set to the requested state, however often and from however many tabs @CLIP-05', async () => {
    const [userId = ''] = await addPeople(1, `${toggle} set`);
    const [pressed = ''] = await addClips(1);
    const set = (enabled: boolean | null) =>
      asPersonForGood(db, { role: 'learner', userId }, async (client) => {
        const { rows } = await client.query<{ enabled: boolean }>(`select * from app_public.${toggle}($1, enabled => $2)`, [
          pressed,
          enabled,
        ]);
        return rows[0]?.enabled;
      });
    expect(await set(false)).toBe(false);
    expect(await readCount(pressed)).toBe(counter === null ? null : 0);
    expect(await Promise.all([set(true), set(true), set(true), set(true)])).toEqual([true, true, true, true]);
    expect(await readCount(pressed)).toBe(counter === null ? null : 1);
    expect(await Promise.all([set(false), set(false), set(false)])).toEqual([false, false, false]);
    expect(await readCount(pressed)).toBe(counter === null ? null : 0);
    // The control: without a state it toggles.
    expect(await set(null)).toBe(true);
    expect(await set(null)).toBe(false);
    expect(await readRows(pressed)).toHaveLength(1);
  });

  test('refuses another user’s id and changes nothing @API-03', async () => {
    const before = await readRows(clip);
    for (const other of [people['other learner'].userId, idOf('nobody')]) {
      await expect(press(people.learner, clip, other)).rejects.toMatchObject({ code: 'NL403' });
      await expect(press(people.admin, clip, other)).rejects.toMatchObject({ code: 'NL403' });
    }
    expect(await readRows(clip)).toEqual(before);
  });

  test('requires a visitor to sign in, whatever id they send @API-03', async () => {
    await expect(press(people.visitor, clip)).rejects.toMatchObject({ code: 'NL401', message: 'SIGN_IN_REQUIRED' });
    await expect(press(people.visitor, clip, people.learner.userId)).rejects.toMatchObject({ code: 'NL401' });
    await expect(press(people.visitor, idOf('no clip'))).rejects.toMatchObject({ code: 'NL401' });
  });

  test('finds no clip that is unknown or hidden from the user @CLIP-05', async () => {
    for (const hidden of [
      idOf('no clip'),
      idOf('clip course draft'),
      idOf('clip course soon'),
      idOf('clip course scheduled'),
      idOf('clip course archived'),
    ]) {
      await expect(press(people.learner, hidden)).rejects.toMatchObject({ code: 'NL404' });
    }
    expect((await readRows(idOf('clip course draft'))).length).toBe(0);
    await expect(press(people.author, idOf('clip course draft'))).resolves.toMatchObject({ enabled: true });
    await expect(press(people.author, idOf('clip course draft of a stranger'))).rejects.toMatchObject({ code: 'NL404' });
  });

  test('clicked a hundred times by ten users at the same time ends right: one row per user, the count exact @CLIP-05', async () => {
    const ten = await addPeople(10, toggle);
    for (const pressed of await addClips(process.env['NEWLINE_TEST_FULL'] ? 50 : 2)) {
      // A hundred simultaneous clicks over ten connections: some users an odd number of times, some an even one.
      const times = ten.map((_, n) => (n === 9 ? 10 : 6 + n));
      const presses = ten.flatMap((userId, n) => Array.from({ length: times[n] ?? 0 }, () => userId)).toSorted();
      expect(presses.length).toBe(100);
      const answers = await Promise.all(presses.map((userId) => press({ role: 'learner', userId }, pressed)));
      const rows = await readRows(pressed);
      expect(rows.length).toBe(10);
      expect(new Set(answers.map((row) => row?.id)).size).toBe(10);
      for (const { user_id, enabled } of rows) expect(enabled).toBe((times[ten.indexOf(user_id)] ?? 0) % 2 === 1);
      if (counter !== null) expect(await readCount(pressed)).toBe(rows.filter(({ enabled }) => enabled).length);
    }
  });

  test('is counted next to another one that isn’t committed yet @CLIP-05', async () => {
    const [first = '', second = ''] = await addPeople(2, `${toggle} beside`);
    const [pressed = ''] = await addClips(1);
    const hasPressed = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const held = asPersonForGood(db, { role: 'learner', userId: first }, async (client) => {
      await client.query(`select app_public.${toggle}($1)`, [pressed]);
      hasPressed.resolve();
      await mayEnd.promise;
    });
    await hasPressed.promise;
    const beside = press({ role: 'learner', userId: second }, pressed);
    // A bookmark isn't counted, so no one waits for anyone else.
    if (counter !== null) {
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%${toggle}%' and pid <> pg_backend_pid()`;
      await expect.poll(async () => (await db.superuser.query(waiting)).rowCount).toBe(1);
    }
    mayEnd.resolve();
    await Promise.all([held, beside]);
    expect(await readRows(pressed)).toHaveLength(2);
    expect(await readCount(pressed)).toBe(counter === null ? null : 2);
  });
});

describe('the position in a clip', () => {
  const save = (person: Person, clipId: string, seconds: number) =>
    asPersonForGood(db, person, (client) => client.query('select * from app_public.save_clip_position($1, $2)', [clipId, seconds]));

  test('is stored for its user only @CLIP-09', async () => {
    await save(people.learner, clip, 12);
    await save(people.learner, clip, 34);
    const read = (person: Person) =>
      asPerson(
        db,
        person,
        async (client) => (await client.query('select position_seconds from app_public.clip_views where clip_id = $1', [clip])).rows,
      );
    expect(await read(people.learner)).toEqual([{ position_seconds: 34 }]);
    expect(await read(people['other learner'])).toEqual([]);
    expect(await read(people.admin)).toEqual([]);
  });

  test('isn’t stored for visitors or in hidden clips @CLIP-09', async () => {
    await expect(save(people.visitor, clip, 1)).rejects.toMatchObject({ code: 'NL401' });
    await expect(save(people.learner, idOf('clip course draft'), 1)).rejects.toMatchObject({ code: 'NL404' });
    await expect(save(people.learner, clip, -1)).rejects.toMatchObject({ code: '23514' });
  });
});

/** Creates clips of the published course; returns their ids. */
async function addClips(count: number): Promise<string[]> {
  const { rows } = await db.superuser.query<{ id: string }>(
    `insert into app_public.clips (title, video_url, course_id) select 'Clip ' || n, 'local:clip', $1 from generate_series(1, $2::int) n returning id`,
    [idOf('course published'), count],
  );
  return rows.map(({ id }) => id);
}

/** Creates accounts; returns their ids. */
async function addPeople(count: number, stem: string): Promise<string[]> {
  const { rows } = await db.superuser.query<{ id: string }>(
    `insert into auth."user" ("name", "email", "emailVerified") select $1 || n, $1 || n || '@example.com', true from generate_series(1, $2::int) n returning "id"`,
    [stem, count],
  );
  return rows.map(({ id }) => id);
}

async function onOneConnection(work: typeof buildWorld): Promise<void> {
  const client = await db.superuser.connect();
  try {
    await work(client);
  } finally {
    client.release();
  }
}
