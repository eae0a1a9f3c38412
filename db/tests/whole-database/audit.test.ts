import { asAdmin, asPersonForGood, asUser, asVisitor, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildWorld, idOf, people } from '../permissions/world.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
  await buildWorld(db.superuser);
  await db.superuser.query(`update app_public.users set is_admin = false where username = 'deputy'`);
});
afterAll(() => db.stop());
beforeEach(() => db.superuser.query('truncate app_public.audit_log'));

type Line = { user_name: string | null; action: string; subject_kind: string; subject_id: string; details: Record<string, unknown> };
const lines = async (): Promise<Line[]> =>
  (await db.superuser.query<Line>('select user_name, action, subject_kind, subject_id, details from app_public.audit_log order by id'))
    .rows;
const asStaff = (statement: string, values: unknown[] = []) =>
  asPersonForGood(db, people.admin, (client) => client.query(statement, values));

/** Actions from before the log, in an order in which each changes something. */
const loggedActions = [
  {
    perform: `select app_public.approve_comment('${idOf('comment hidden')}')`,
    line: { action: 'comment.approve', subject_kind: 'comment', subject_id: idOf('comment hidden'), details: { username: 'stranger' } },
  },
  {
    perform: `select app_private.delete_comment('${idOf('comment hidden')}')`,
    line: { action: 'comment.delete', subject_kind: 'comment', subject_id: idOf('comment hidden'), details: { username: 'stranger' } },
  },
  {
    perform: `select app_public.suspend_user('${idOf('other')}', null, ' Spam. ')`,
    line: {
      action: 'person.suspend',
      subject_kind: 'person',
      subject_id: idOf('other'),
      details: { username: 'other', reason: 'Spam.' },
    },
  },
  {
    perform: `select app_public.end_suspension('${idOf('other')}')`,
    line: { action: 'person.end_suspension', subject_kind: 'person', subject_id: idOf('other'), details: { username: 'other' } },
  },
  {
    perform: `select app_public.grant_entitlement('${idOf('stranger')}', 'COURSE', '${idOf('course published')}')`,
    line: {
      action: 'grant.give',
      subject_kind: 'entitlement',
      details: { username: 'stranger', kind: 'COURSE', courseId: idOf('course published') },
    },
  },
  {
    perform: `select app_public.end_entitlement((select id from app_public.entitlements where user_id = '${idOf('stranger')}' and course_id = '${idOf('course published')}'))`,
    line: { action: 'grant.end', subject_kind: 'entitlement', details: { username: 'stranger', kind: 'COURSE', source: 'grant' } },
  },
];

describe('the audit log @ADMIN-01', () => {
  test.each(loggedActions)('records $line.action', async ({ perform, line }) => {
    for (const person of [people.visitor, people.learner, people.author]) {
      const refused = asPersonForGood(db, person, (client) => client.query(perform));
      await expect(refused).rejects.toMatchObject({ code: expect.stringMatching(/^NL40[134]$/) });
    }
    expect(await lines()).toEqual([]);
    await asStaff(perform);
    const [written, ...more] = await lines();
    expect(more).toEqual([]);
    expect(written).toMatchObject({ user_name: 'admin', ...line });
  });

  test('doesn’t record an action that fails, or users who delete their own comments', async () => {
    await expect(asStaff(`select app_public.suspend_user('${idOf('admin')}')`)).rejects.toMatchObject({ code: 'NL403' });
    const own = idOf('comment learner clip course published');
    await asPersonForGood(db, people.learner, (client) => client.query('select app_private.delete_comment($1)', [own]));
    expect(await lines()).toEqual([]);
  });

  test('records who becomes an administrator and who no longer is, however it happened', async () => {
    const setRole = (isAdmin: boolean) =>
      db.superuser.query('update app_public.users set is_admin = $2 where id = $1', [idOf('pro'), isAdmin]);
    await setRole(true);
    await setRole(true);
    await setRole(false);
    expect(await lines()).toMatchObject([
      { user_name: null, action: 'role.give', subject_id: idOf('pro'), details: { username: 'pro' } },
      { user_name: null, action: 'role.take', subject_id: idOf('pro'), details: { username: 'pro' } },
    ]);
  });

  test('is readable only by administrators, by user, action, time and page', async () => {
    await db.superuser.query(
      `insert into app_public.audit_log (user_id, user_name, action, subject_kind, subject_id, details, created_at)
       select $1, 'admin', case when n % 2 = 0 then 'person.suspend' else 'comment.approve' end, 'person', $2,
         jsonb_build_object('username', case when n <= 4 then 'learner' else 'other' end), now() - make_interval(days => 20 - n) from generate_series(1, 12) n`,
      [idOf('admin'), idOf('learner')],
    );
    const read =
      (options = '') =>
      (client: { query(text: string): Promise<{ rows: { id: string; action: string }[] }> }) =>
        client.query(`select id, action from app_public.audit_lines(${options})`).then(({ rows }) => rows);
    for (const nobody of [asVisitor(db, read()), asUser(db, idOf('learner'), read()), asUser(db, idOf('author'), read())]) {
      expect(await nobody).toEqual([]);
    }
    const byAdmin = (options?: string) => asAdmin(db, idOf('admin'), read(options));
    const all = await byAdmin();
    expect(all).toHaveLength(12);
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
    expect(await byAdmin(`action => 'person.suspend'`)).toHaveLength(6);
    expect(await byAdmin(`person => ' @Learner'`)).toHaveLength(4);
    expect(await byAdmin(`person => 'admin'`)).toHaveLength(12);
    expect(await byAdmin(`person => 'nobody'`)).toEqual([]);
    expect(await byAdmin(`since => now() - interval '10 days 1 hour'`)).toHaveLength(3);
    expect(await byAdmin(`until => now() - interval '10 days 1 hour'`)).toHaveLength(9);
    expect(await byAdmin(`before => '${all[4]?.id}'`)).toEqual(all.slice(5));
    const actions = await asAdmin(db, idOf('admin'), (client) => client.query('select app_public.audit_actions() as actions'));
    expect(actions.rows).toEqual([{ actions: ['comment.approve', 'person.suspend'] }]);
  });

  test('can’t be changed, even by its owner, except for removing old entries', async () => {
    await db.superuser.query(
      `insert into app_public.audit_log (action, subject_kind, created_at) values ('role.give', 'person', now()), ('role.take', 'person', now() - interval '3 years')`,
    );
    const asOwner = async (statement: string) => {
      const client = await db.superuser.connect();
      try {
        await client.query('begin');
        await client.query('set local role newline_owner');
        const { rowCount } = await client.query(statement);
        await client.query('commit');
        return rowCount;
      } finally {
        client.release();
      }
    };
    expect(await asOwner(`update app_public.audit_log set action = 'role.hide'`)).toBe(0);
    expect(await asOwner('delete from app_public.audit_log')).toBe(1);
    expect(await lines()).toMatchObject([{ action: 'role.give' }]);
  });
});

describe('the last administrator @ADMIN-01', () => {
  test('can’t be demoted, suspended or deleted', async () => {
    const refused = [
      `update app_public.users set is_admin = false where id = '${idOf('admin')}'`,
      `update app_public.users set is_admin = false`,
      `delete from app_public.users where id = '${idOf('admin')}'`,
      `delete from auth."user" where "id" = '${idOf('admin')}'`,
    ];
    for (const statement of refused) await expect(db.superuser.query(statement), statement).rejects.toMatchObject({ code: 'NL409' });
    await expect(asStaff(`select app_public.suspend_user('${idOf('admin')}')`)).rejects.toMatchObject({ code: 'NL403' });
  });

  test.each([
    ['demoted', (id: string) => `update app_public.users set is_admin = false where id = '${id}'`],
    ['deleted', (id: string) => `delete from auth."user" where "id" = '${id}'`],
  ])('of several that are %s at the same time, one stays', async (what, leave) => {
    const names = ['one', 'two', 'three', 'four'].map((name) => `${name}-${what}`);
    await db.superuser.query(
      `insert into auth."user" ("id", "name", "email", "emailVerified") select md5(n)::uuid, n, n || '@example.com', true from unnest($1::text[]) n`,
      [names],
    );
    await db.superuser.query('update app_public.users set is_admin = true where username = any ($1)', [names]);
    await db.superuser.query('update app_public.users set is_admin = false where is_admin and username <> all ($1)', [names]);
    const answers = await Promise.allSettled(names.map((name) => db.superuser.query(leave(idOf(name)))));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'NL409' } });
    const { rows } = await db.superuser.query<{ id: string }>('select id from app_public.users where is_admin');
    expect(rows).toHaveLength(1);
  });
});
