import { asPerson, asPersonForGood, type Person, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callIn } from './call-in.ts';
import { buildWorld, idOf, people } from './permissions/world.ts';

type Progress = {
  completed_count: number;
  lessons_count: number;
  exercises_count: number;
  passed_count: number;
  watched_seconds: number;
  has_access: boolean;
  is_earned: boolean;
};
type Shown = {
  id: string;
  holder_name: string | null;
  course_title: string | null;
  needs_lessons: boolean | null;
  exercises_count: number | null;
  video_percent: number | null;
  revoked_at: Date | null;
};

let db: TestDatabase;
const free = idOf('course free');
const paid = idOf('course published');

beforeAll(async () => {
  db = await startTestDatabase();
  await buildWorld(db.superuser);
});
afterAll(() => db.stop());
beforeEach(async () => {
  await db.superuser.query(
    `delete from app_public.certificates; delete from app_public.certificate_rules; delete from app_public.exercise_results; delete from app_public.user_progresses;
     delete from app_public.lesson_activities; delete from app_private.user_quotas;
     update app_public.lessons set video_duration = null where course_id is not null;
     insert into app_public.certificate_rules (course_id) values ('${free}'), ('${paid}')`,
  );
});

const call = callIn(() => db);

const claim = async (person: Person, course = free) =>
  (await call<{ id: string }>(person, `select app_private.claim_certificate($1, 'A site') as id`, [course]))?.id;
const complete = (person: Person, lesson = idOf('lesson course free')) =>
  call(person, 'select app_public.set_lesson_completed($1, true)', [lesson]);
const progressOf = (person: Person, course = free) =>
  call<Progress>(
    person,
    'select p.* from app_public.courses c, app_public.courses_certificate_progress(c) p where c.id = $1 and p.is_earned is not null',
    [course],
  );
const shown = (id: string | undefined) => call<Shown>(people.visitor, 'select * from app_public.shown_certificate($1)', [id]);
const setRules = (person: Person, needsLessons: boolean, videoPercent: number | null, needsExercises = false) =>
  call(person, 'select app_public.set_certificate_rules($1, true, $2, $3, $4)', [free, needsLessons, videoPercent, needsExercises]);

/** Writes exercises with these IDs into the lesson of the free course. */
async function writeExercises(...ids: string[]): Promise<void> {
  const code = (text: string, runnable: boolean) => ({
    type: 'codeBlock',
    attrs: { mode: 'js', runnable },
    content: [{ type: 'text', text }],
  });
  const tests = { type: 'exercisePart', attrs: { partType: 'tests' }, content: [code("test('adds', () => {});", false)] };
  const content = ids.map((id) => ({ type: 'exercise', attrs: { id }, content: [code('export {}', true), tests] }));
  await db.superuser.query('delete from app_private.lesson_bodies where lesson_id = $1', [idOf('lesson course free')]);
  await db.superuser.query(
    `insert into app_private.lesson_bodies (lesson_id, body_delta, block_ids, block_html, block_markdown, block_text, block_lengths)
     select $1, jsonb_build_object('type', 'doc', 'content', $2::jsonb), $3, t.texts, t.texts, t.texts, $5
     from (select $4::text[] as texts) t`,
    [idOf('lesson course free'), JSON.stringify(content), ids, ids.map(() => 'Try it'), ids.map(() => 6)],
  );
}
const pass = (person: Person, exercise: string, isPassed = true) =>
  call(person, 'select app_public.record_attempt($1, $2, $3)', [idOf('lesson course free'), exercise, isPassed]);

async function watch(person: Person, until: number): Promise<void> {
  await db.superuser.query(
    `insert into app_public.lesson_activities (user_id, lesson_id, watched_seconds) values ($1, $2, int4multirange(int4range(0, $3)))
     on conflict (user_id, lesson_id) do update set watched_seconds = excluded.watched_seconds`,
    [person.userId, idOf('lesson course free'), until],
  );
}

describe('the rules of a certificate', () => {
  test('are set by the authors of the course and administrators only, and need something @PRACTICE-03', async () => {
    await setRules(people.author, false, 90);
    expect(
      await call(people.visitor, 'select needs_lessons, video_percent from app_public.certificate_rules where course_id = $1', [free]),
    ).toEqual({ needs_lessons: false, video_percent: 90 });
    await setRules(people.admin, true, 0);
    await expect(setRules(people.visitor, true, 0)).rejects.toThrow('SIGN_IN_REQUIRED');
    for (const person of [people.learner, people.Pro, people['other author']])
      await expect(setRules(person, true, 0)).rejects.toThrow('WRITER_REQUIRED');
    await expect(setRules(people.author, false, 0)).rejects.toThrow('CERTIFICATE_RULES_INVALID');
    await expect(setRules(people.author, false, null)).rejects.toThrow('CERTIFICATE_RULES_INVALID');
    await expect(setRules(people.author, true, 101)).rejects.toThrow('CERTIFICATE_RULES_INVALID');
    await expect(setRules(people.author, true, -1)).rejects.toThrow('CERTIFICATE_RULES_INVALID');
    await call(people.author, 'select app_public.set_certificate_rules($1, false)', [free]);
    expect(await call(people.visitor, 'select from app_public.certificate_rules where course_id = $1', [free])).toBeUndefined();
  });

  test('of a draft are seen by its writers only', async () => {
    await db.superuser.query('insert into app_public.certificate_rules (course_id) values ($1)', [idOf('course draft')]);
    const seen = async (person: Person) =>
      (await call(person, 'select from app_public.certificate_rules where course_id = $1', [idOf('course draft')])) !== undefined;
    expect([await seen(people.visitor), await seen(people.learner), await seen(people.author)]).toEqual([false, false, true]);
  });
});

describe('a certificate', () => {
  test('is issued for every lesson, once, with the names of that day @PRACTICE-03', async () => {
    await expect(claim(people.visitor)).rejects.toThrow('SIGN_IN_REQUIRED');
    await expect(claim(people.learner)).rejects.toThrow('CERTIFICATE_NOT_EARNED');
    expect(await progressOf(people.learner)).toMatchObject({ completed_count: 0, lessons_count: 1, has_access: true, is_earned: false });
    await complete(people.learner);
    expect(await progressOf(people.learner)).toMatchObject({ completed_count: 1, is_earned: true });
    const id = await claim(people.learner);
    expect(await claim(people.learner)).toBe(id);
    await db.superuser.query('begin');
    try {
      await db.superuser.query(`update app_public.users set name = 'Someone else' where id = any ($1)`, [
        [idOf('learner'), idOf('author')],
      ]);
      await db.superuser.query(`update app_public.courses set title = 'Another title' where id = $1`, [free]);
      await db.superuser.query(`delete from app_public.user_progresses`);
      const { rows } = await db.superuser.query('select * from app_public.certificates');
      expect(rows).toMatchObject([
        {
          id,
          holder_name: 'learner',
          course_title: 'Course, free',
          author_names: ['author'],
          site_name: 'A site',
          lessons_count: 1,
          revoked_at: null,
        },
      ]);
    } finally {
      await db.superuser.query('rollback');
    }
  });

  test('is issued once to a user whose requests arrive at the same time @PRACTICE-03', async () => {
    await complete(people.learner);
    let second: Promise<string | undefined> | undefined;
    const first = await asPersonForGood(db, people.learner, async (client) => {
      const { rows } = await client.query<{ id: string }>(`select app_private.claim_certificate($1, 'A site') as id`, [free]);
      second = claim(people.learner);
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%claim_certificate%'`;
      await expect.poll(async () => (await db.superuser.query(waiting)).rowCount).toBe(1);
      return rows[0]?.id;
    });
    expect(await second).toBe(first);
    expect((await db.superuser.query('select from app_public.certificates')).rowCount).toBe(1);
  });

  test('isn’t issued without access to the lessons, and stays when access ends @PRACTICE-03', async () => {
    const lesson = idOf('lesson course published');
    await complete(people.learner, lesson);
    for (const { id } of (await db.superuser.query<{ id: string }>('select l.id from app_public.lessons l where l.course_id = $1', [paid]))
      .rows)
      await db.superuser.query(
        'insert into app_public.user_progresses (user_id, course_lesson_id) select u, c.id from app_public.course_lessons c, unnest($2::uuid[]) u where c.lesson_id = $1 on conflict do nothing',
        [id, [idOf('learner'), idOf('pro')]],
      );
    expect(await progressOf(people.learner, paid)).toMatchObject({ has_access: false, is_earned: false });
    await expect(claim(people.learner, paid)).rejects.toThrow('CERTIFICATE_NOT_EARNED');
    const id = await claim(people.Pro, paid);
    await db.superuser.query('begin');
    try {
      await db.superuser.query('delete from app_public.entitlements');
      const { rows } = await db.superuser.query<Shown>('select * from app_public.shown_certificate($1)', [id]);
      expect(rows[0]).toMatchObject({ holder_name: 'pro', revoked_at: null });
    } finally {
      await db.superuser.query('rollback');
    }
  });

  test('needs the share of video that the author chose, and more than no video at all @PRACTICE-03', async () => {
    await setRules(people.author, false, 60);
    await complete(people.learner);
    await expect(claim(people.learner)).rejects.toThrow('CERTIFICATE_NOT_EARNED');
    await db.superuser.query('update app_public.lessons set video_duration = 100 where id = $1', [idOf('lesson course free')]);
    await watch(people.learner, 59);
    await expect(claim(people.learner)).rejects.toThrow('CERTIFICATE_NOT_EARNED');
    await watch(people.learner, 60);
    expect(await progressOf(people.learner)).toMatchObject({ watched_seconds: 60, is_earned: true });
    expect(await claim(people.learner)).toEqual(expect.any(String));
    // Both rules at once.
    await setRules(people.author, true, 60);
    await watch(people.Pro, 100);
    await expect(claim(people.Pro)).rejects.toThrow('CERTIFICATE_NOT_EARNED');
    await complete(people.Pro);
    expect(await claim(people.Pro)).toEqual(expect.any(String));
  });

  test('needs every exercise passed, if the author says so, and says how many @PRACTICE-03', async () => {
    await writeExercises('adds', 'takes');
    await setRules(people.author, false, 0, true);
    await complete(people.learner);
    expect(await progressOf(people.learner)).toMatchObject({ exercises_count: 2, passed_count: 0, is_earned: false });
    await pass(people.learner, 'adds');
    await pass(people.learner, 'takes', false);
    await pass(people['other learner'], 'takes');
    expect(await progressOf(people.learner)).toMatchObject({ exercises_count: 2, passed_count: 1, is_earned: false });
    await expect(claim(people.learner)).rejects.toThrow('CERTIFICATE_NOT_EARNED');
    await pass(people.learner, 'takes');
    const id = await claim(people.learner);
    expect(await shown(id)).toMatchObject({ needs_lessons: false, exercises_count: 2, video_percent: 0 });
    // Both rules at once.
    await setRules(people.author, true, 0, true);
    await pass(people['other learner'], 'adds');
    await expect(claim(people['other learner'])).rejects.toThrow('CERTIFICATE_NOT_EARNED');
    await complete(people['other learner']);
    expect(await claim(people['other learner'])).toEqual(expect.any(String));
  });

  test('of a course without exercises or video doesn’t say that any were passed or watched', async () => {
    await writeExercises();
    await setRules(people.author, true, 60, true);
    await complete(people.learner);
    expect(await shown(await claim(people.learner))).toMatchObject({ needs_lessons: true, exercises_count: 0, video_percent: 0 });
    await setRules(people.author, false, 60, true);
    await complete(people.Pro);
    expect(await progressOf(people.Pro)).toMatchObject({ is_earned: false });
    await expect(claim(people.Pro)).rejects.toThrow('CERTIFICATE_NOT_EARNED');
  });

  test('tells the exercises it can require to the writers of the course only', async () => {
    await writeExercises('adds');
    const count = async (person: Person) =>
      (
        await call<{ count: number | null }>(
          person,
          'select app_public.courses_exercises_count(c) as count from app_public.courses c where c.id = $1',
          [free],
        )
      )?.count;
    for (const person of [people.visitor, people.learner, people['other author']]) expect(await count(person)).toBeNull();
    for (const person of [people.author, people.admin]) expect(await count(person)).toBe(1);
  });

  test('isn’t issued by a course that offers none, can’t be seen, or is the user’s own', async () => {
    await expect(claim(people.learner, idOf('course unlisted'))).rejects.toThrow('CERTIFICATE_NOT_OFFERED');
    await expect(claim(people.learner, '00000000-0000-4000-8000-000000000000')).rejects.toThrow('CERTIFICATE_NOT_OFFERED');
    for (const state of ['draft', 'scheduled', 'soon', 'archived']) {
      await db.superuser.query('insert into app_public.certificate_rules (course_id) values ($1)', [idOf(`course ${state}`)]);
      for (const person of [people.learner, people.author, people.admin])
        await expect(claim(person, idOf(`course ${state}`)), state).rejects.toThrow('CERTIFICATE_NOT_OFFERED');
    }
    await complete(people.author);
    await expect(claim(people.author)).rejects.toThrow('CERTIFICATE_OF_OWN_COURSE');
  });

  test('can’t be written by any user past the rules', async () => {
    for (const person of [people.visitor, people.learner, people.author, people.admin]) {
      await expect(
        call(person, `insert into app_public.certificates (user_id, course_id) values ($1, $2)`, [person.userId, free]),
      ).rejects.toMatchObject({ code: '42501' });
      await expect(call(person, `update app_public.certificates set holder_name = 'Forged'`)).rejects.toMatchObject({ code: '42501' });
      await expect(call(person, `update app_public.certificates set revoked_at = null`)).rejects.toMatchObject({ code: '42501' });
      await expect(call(person, 'select * from app_private.read_certificate_keys()')).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('is in no list that others read, unless its holder shows it on the profile @PRACTICE-03', async () => {
    await complete(people.learner);
    const id = await claim(people.learner);
    const listed = async (person: Person) =>
      (await asPerson(db, person, (client) => client.query('select from app_public.certificates'))).rowCount;
    const others = [people.visitor, people['other learner'], people.author, people['other author']];
    for (const person of others) expect(await listed(person)).toBe(0);
    expect([await listed(people.learner), await listed(people.admin)]).toEqual([1, 1]);
    const show = (person: Person, isShown: boolean) => call(person, 'select app_public.show_certificate($1, $2)', [id, isShown]);
    for (const person of [people['other learner'], people.author, people.admin])
      await expect(show(person, true)).rejects.toThrow('CERTIFICATE_NOT_FOUND');
    await show(people.learner, true);
    for (const person of others) expect(await listed(person)).toBe(1);
    await show(people.learner, false);
    for (const person of others) expect(await listed(person)).toBe(0);
    const list = 'select * from app_public.issued_certificates($1)';
    for (const person of [people.visitor, people.learner, people.author]) expect(await call(person, list, [null])).toBeUndefined();
    for (const search of [null, '', id, `https://site.example/certificates/${id?.toUpperCase()}`, '@learner'])
      expect(await call(people.admin, list, [search]), String(search)).toMatchObject({ id });
    for (const search of ['author', idOf('learner'), "' or true --", '%']) expect(await call(people.admin, list, [search])).toBeUndefined();
  });

  test('that is revoked shows only that, isn’t on the profile, and can’t be replaced @PRACTICE-03', async () => {
    await complete(people.learner);
    const id = await claim(people.learner);
    await call(people.learner, 'select app_public.show_certificate($1)', [id]);
    expect(await shown(id)).toMatchObject({ holder_name: 'learner', course_title: 'Course, free', revoked_at: null });
    const revoke = (person: Person, reason: string | null) => call(person, 'select app_public.revoke_certificate($1, $2)', [id, reason]);
    await expect(revoke(people.visitor, 'x')).rejects.toThrow('SIGN_IN_REQUIRED');
    for (const person of [people.learner, people.author, people['other learner']])
      await expect(revoke(person, 'x')).rejects.toThrow('ADMIN_REQUIRED');
    for (const reason of [null, ' ', 'x'.repeat(301)])
      await expect(revoke(people.admin, reason)).rejects.toThrow('REVOCATION_REASON_INVALID');
    await revoke(people.admin, 'Two accounts');
    await expect(revoke(people.admin, 'Again')).rejects.toThrow('CERTIFICATE_NOT_FOUND');
    const gone = await shown(id);
    expect(gone?.revoked_at).toEqual(expect.any(Date));
    expect(Object.entries(gone ?? {}).filter(([name, value]) => value !== null && !['id', 'revoked_at'].includes(name))).toEqual([]);
    expect(await call(people.visitor, 'select from app_public.certificates')).toBeUndefined();
    expect(await call(people.learner, 'select revocation_reason from app_public.certificates')).toEqual({
      revocation_reason: 'Two accounts',
    });
    await expect(call(people.learner, 'select app_public.show_certificate($1)', [id])).rejects.toThrow('CERTIFICATE_NOT_FOUND');
    await expect(call(people.learner, 'select app_public.delete_certificate($1)', [id])).rejects.toThrow('CERTIFICATE_NOT_FOUND');
    expect(await claim(people.learner)).toBe(id);
    await expect(call(people.author, 'select app_public.restore_certificate($1)', [id])).rejects.toThrow('ADMIN_REQUIRED');
    await call(people.admin, 'select app_public.restore_certificate($1)', [id]);
    expect(await shown(id)).toMatchObject({ holder_name: 'learner', revoked_at: null });
    const { rows } = await db.superuser.query(`select action, details from app_public.audit_log where subject_id = $1 order by id`, [id]);
    expect(rows).toEqual([
      { action: 'certificate.revoke', details: { username: 'learner', course: 'Course, free', reason: 'Two accounts' } },
      { action: 'certificate.restore', details: { username: 'learner', course: 'Course, free' } },
    ]);
  });

  test('is deleted by its holder only, and another has another ID', async () => {
    await complete(people.learner);
    const id = await claim(people.learner);
    const remove = (person: Person) => call(person, 'select app_public.delete_certificate($1)', [id]);
    for (const person of [people['other learner'], people.author, people.admin])
      await expect(remove(person)).rejects.toThrow('CERTIFICATE_NOT_FOUND');
    await remove(people.learner);
    expect(await shown(id)).toMatchObject({ id: null });
    expect(await claim(people.learner)).not.toBe(id);
  });

  test('is counted for the writers of the course only', async () => {
    await complete(people.learner);
    await claim(people.learner);
    const count = async (person: Person) =>
      (
        await call<{ count: number | null }>(
          person,
          'select app_public.courses_certificates_count(c) as count from app_public.courses c where c.id = $1',
          [free],
        )
      )?.count;
    for (const person of [people.visitor, people.learner, people['other author']]) expect(await count(person)).toBeNull();
    for (const person of [people.author, people.admin]) expect(await count(person)).toBe(1);
  });

  test('goes with the account, or stays without it if its holder says so @PRACTICE-03', async () => {
    await complete(people.learner);
    const id = await claim(people.learner);
    await call(people.learner, 'select app_public.show_certificate($1)', [id]);
    const afterDeletion = async (keeps: boolean) => {
      await db.superuser.query('begin');
      try {
        await db.superuser.query('update app_public.user_settings set keeps_certificates = $2 where user_id = $1', [
          people.learner.userId,
          keeps,
        ]);
        await db.superuser.query('delete from auth."user" where id = $1', [people.learner.userId]);
        const { rows } = await db.superuser.query('select user_id, holder_name from app_public.certificates');
        return rows;
      } finally {
        await db.superuser.query('rollback');
      }
    };
    expect(await afterDeletion(false)).toEqual([]);
    expect(await afterDeletion(true)).toEqual([{ user_id: null, holder_name: 'learner' }]);
  });

  test('is claimed at most fifty times a day', async () => {
    await complete(people.learner);
    const again = async () => {
      await claim(people.learner);
      await db.superuser.query('delete from app_public.certificates');
    };
    for (let count = 0; count < 50; count += 1) await again();
    await expect(again()).rejects.toThrow('DAILY_LIMIT_REACHED');
  });
});

describe('a key that signs certificates', () => {
  test('is added once by processes that start at the same time', async () => {
    await db.superuser.query('delete from app_private.certificate_keys');
    const add = (byte: string, newest: string | null) =>
      db.superuser.query(`select app_private.add_certificate_key(decode(repeat($1, 32), 'hex'), '\\x01', $2)`, [byte, newest]);
    await Promise.all(['0a', '0b', '0c', '0d'].map((byte) => add(byte, null)));
    const keys = async () => (await db.superuser.query<{ id: string }>('select id from app_private.read_certificate_keys()')).rows;
    const [first, ...others] = await keys();
    expect(others).toEqual([]);
    await Promise.all(['0e', '0f'].map((byte) => add(byte, first?.id ?? null)));
    expect(await keys()).toHaveLength(2);
  });
});
