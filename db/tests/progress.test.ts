import { asPerson, asPersonForGood, type Person, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildGateWorld, readers } from './gate-world.ts';
import { idOf } from './permissions/world.ts';

type Progress = {
  is_completed: boolean;
  reason: string | null;
  position_seconds: number | null;
  block_id: string | null;
  watched_seconds: number;
  video_seconds: number | null;
  read_blocks: number;
  blocks: number;
};
type Given = { watched?: number[]; read?: string[]; position?: number; block?: string };

let db: TestDatabase;
const free = idOf('lesson course free');
const paid = idOf('lesson course published');

beforeAll(async () => {
  db = await startTestDatabase();
  await buildGateWorld(db);
  await db.superuser.query('update app_public.lessons set video_duration = 100 where id = any ($1)', [[free, paid]]);
});
afterAll(() => db.stop());
beforeEach(async () => {
  await db.superuser.query(
    'delete from app_public.lesson_activities; delete from app_public.user_progresses; delete from app_public.enrollments; delete from app_public.study_days',
  );
});

async function save(person: Person, lesson: string, { watched = [], read = [], position, block }: Given = {}): Promise<Progress> {
  const { rows } = await asPersonForGood(db, person, (client) =>
    client.query<Progress>('select * from app_public.save_progress($1, $2, $3, $4, $5)', [
      lesson,
      watched,
      read,
      position ?? null,
      block ?? null,
    ]),
  );
  const [row] = rows;
  if (!row) throw new Error('save_progress: expected a row, got none');
  return row;
}

async function complete(person: Person, lesson: string, isCompleted: boolean): Promise<Progress | undefined> {
  const { rows } = await asPersonForGood(db, person, (client) =>
    client.query<Progress>('select * from app_public.set_lesson_completed($1, $2)', [lesson, isCompleted]),
  );
  return rows[0];
}

describe('progress @STUDY-01', () => {
  test('seconds count once, however often and in whatever order they arrive', async () => {
    await save(readers.learner, free, { watched: [10, 40], position: 40 });
    await save(readers.learner, free, { watched: [0, 20, 30, 50] });
    expect(await save(readers.learner, free, { watched: [45, 46] })).toMatchObject({
      watched_seconds: 50,
      video_seconds: 100,
      position_seconds: 40,
      is_completed: false,
      reason: null,
    });
  });

  test('90 percent of the video complete the lesson, 89 don’t', async () => {
    expect(await save(readers.learner, free, { watched: [0, 89] })).toMatchObject({ is_completed: false });
    expect(await save(readers.learner, free, { watched: [90, 91] })).toMatchObject({ is_completed: true, reason: 'WATCHED' });
    const { rows } = await db.superuser.query('select progress_count from app_public.course_lessons where lesson_id = $1', [free]);
    expect(rows).toEqual([{ progress_count: 1 }]);
  });

  test('the end of the text completes it; what is in between, or isn’t a block, doesn’t', async () => {
    expect(await save(readers.learner, free, { read: ['aaaaa', 'nope!', 'mmmmm'], block: 'aaaaa' })).toMatchObject({
      is_completed: false,
      block_id: 'aaaaa',
    });
    expect(await save(readers.learner, free, { read: ['zzzzz'] })).toMatchObject({ is_completed: true, reason: 'READ' });
  });

  test('the last block alone doesn’t complete it, nor do all blocks faster than 1,000 words a minute', async () => {
    expect(await save(readers.learner, free, { read: ['zzzzz'], block: 'zzzzz' })).toMatchObject({ is_completed: false, read_blocks: 1 });
    const { rows } = await db.superuser.query<{ text: string[] }>(
      'select block_text as text from app_private.lesson_bodies where lesson_id = $1',
      [free],
    );
    // Two minutes of text, and the control just above the threshold.
    await db.superuser.query(
      `update app_private.lesson_bodies set block_text[cardinality(block_text)] = repeat('word ', 2000) where lesson_id = $1`,
      [free],
    );
    try {
      expect(await save(readers.learner, free, { read: ['aaaaa', 'mmmmm', 'zzzzz'] })).toMatchObject({
        is_completed: false,
        read_blocks: 3,
      });
      const since = (seconds: number) =>
        db.superuser.query(`update app_public.lesson_activities set reading_since = now() - make_interval(secs => $1)`, [seconds]);
      await since(60);
      expect(await save(readers.learner, free, { block: 'zzzzz' })).toMatchObject({ is_completed: false });
      await since(3600);
      expect(await save(readers.learner, free, { block: 'zzzzz' })).toMatchObject({ is_completed: true, reason: 'READ' });
    } finally {
      await db.superuser.query('update app_private.lesson_bodies set block_text = $2 where lesson_id = $1', [free, rows[0]?.text]);
    }
  });

  test('ranges that are reversed, negative or beyond the end of the video are ignored', async () => {
    expect(await save(readers.learner, free, { watched: [-50, 10, 95, 9000, 60, 20, 200, 300], position: 5000 })).toMatchObject({
      watched_seconds: 15,
      position_seconds: 100,
    });
    await expect(save(readers.learner, free, { watched: [1] })).rejects.toMatchObject({ code: 'NL400' });
    await expect(save(readers.learner, free, { watched: Array.from({ length: 402 }, (_, n) => n) })).rejects.toMatchObject({
      code: 'NL400',
    });
  });

  test('a completion that was undone stays undone until the user sets it again', async () => {
    await save(readers.learner, free, { watched: [0, 100] });
    expect(await complete(readers.learner, free, false)).toMatchObject({ is_completed: false, watched_seconds: 100 });
    expect(await save(readers.learner, free, { watched: [0, 100], read: ['zzzzz'] })).toMatchObject({ is_completed: false });
    expect(await complete(readers.learner, free, true)).toMatchObject({ is_completed: true, reason: 'BY_HAND' });
    expect(await complete(readers.learner, free, true)).toMatchObject({ is_completed: true });
  });

  test('enrolls once, and opening a lesson twice at the same time counts twice', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, n) => save(readers.learner, free, { watched: [n, n + 2] })));
    await asPersonForGood(db, readers.learner, (client) =>
      client.query('select app_public.enroll(course_id => $1)', [idOf('course free')]),
    );
    const { rows } = await db.superuser.query(
      `select (select count(*)::int from app_public.enrollments where user_id = $1) as enrollments,
         (select app_private.seconds_in(watched_seconds) from app_public.lesson_activities where user_id = $1) as seconds`,
      [readers.learner.userId],
    );
    expect(rows).toEqual([{ enrollments: 1, seconds: 13 }]);
  });
});

describe('permissions @STUDY-01 @AUTH-03', () => {
  test('a visitor must sign in', async () => {
    await expect(save(readers.visitor, free)).rejects.toMatchObject({ code: 'NL401' });
    await expect(complete(readers.visitor, free, true)).rejects.toMatchObject({ code: 'NL401' });
    await expect(
      asPerson(db, readers.visitor, (client) => client.query('select app_public.enroll(course_id => $1)', [idOf('course free')])),
    ).rejects.toMatchObject({ code: 'NL401' });
  });

  test('readers of the free part get no further and haven’t watched what they can’t play', async () => {
    expect(
      await save(readers.learner, paid, { watched: [0, 100], position: 50, read: ['aaaaa', 'mmmmm', 'zzzzz'], block: 'zzzzz' }),
    ).toMatchObject({
      is_completed: false,
      watched_seconds: 0,
      position_seconds: null,
      read_blocks: 1,
      blocks: 1,
      block_id: null,
    });
    expect(await save(readers.Pro, paid, { watched: [0, 100], read: ['mmmmm', 'zzzzz'], block: 'zzzzz' })).toMatchObject({
      is_completed: true,
      watched_seconds: 100,
      blocks: 3,
      block_id: 'zzzzz',
    });
  });

  test('a draft exists only for its author', async () => {
    const draft = idOf('lesson course draft');
    await expect(save(readers.Pro, draft, { read: ['aaaaa'] })).rejects.toMatchObject({ code: 'NL404' });
    await expect(save(readers.Pro, idOf('no such lesson'))).rejects.toMatchObject({ code: 'NL404' });
    expect(await save(readers.author, draft, { read: ['aaaaa'] })).toMatchObject({ read_blocks: 1 });
  });

  test('no one sees another user’s progress', async () => {
    await save(readers.learner, free, { watched: [0, 30], position: 30 });
    const { rows } = await asPerson(db, readers.Pro, (client) =>
      client.query('select (app_public.lessons_progress(l)).* from app_public.lessons l where l.id = $1', [free]),
    );
    expect(rows).toMatchObject([{ watched_seconds: 0, position_seconds: null }]);
    const { rows: none } = await asPerson(db, readers.visitor, (client) =>
      client.query<{ is_completed: boolean | null }>(
        'select (app_public.lessons_progress(l)).* from app_public.lessons l where l.id = $1',
        [free],
      ),
    );
    expect(none).toMatchObject([{ is_completed: null }]);
  });
});

describe('the streak @STUDY-01', () => {
  const streak = async (days: readonly number[]): Promise<number> => {
    await db.superuser.query('delete from app_public.study_days');
    await db.superuser.query(
      `insert into app_public.study_days (user_id, day, time_zone)
       select $1, (now() at time zone 'Pacific/Auckland')::date - n, 'Pacific/Auckland' from unnest($2::int[]) n`,
      [readers.learner.userId, days],
    );
    const { rows } = await asPerson(db, readers.learner, (client) => client.query<{ n: number }>('select app_public.streak() as n'));
    return rows[0]?.n ?? -1;
  };

  test('counts consecutive days in the user’s time zone; today doesn’t break it', async () => {
    await db.superuser.query(`update app_public.user_settings set time_zone = 'Pacific/Auckland' where user_id = $1`, [
      readers.learner.userId,
    ]);
    expect(await streak([])).toBe(0);
    expect(await streak([0])).toBe(1);
    expect(await streak([1, 2, 3])).toBe(3);
    expect(await streak([0, 1, 2, 4, 5])).toBe(3);
    expect(await streak([2, 3, 4])).toBe(0);
  });

  test('counts today if something is watched or read, not if it is only opened', async () => {
    await save(readers.learner, free, { position: 3 });
    const count = async () => (await db.superuser.query('select from app_public.study_days')).rowCount;
    expect(await count()).toBe(0);
    await save(readers.learner, free, { watched: [0, 5] });
    await save(readers.learner, free, { read: ['aaaaa'] });
    expect(await count()).toBe(1);
  });
});
