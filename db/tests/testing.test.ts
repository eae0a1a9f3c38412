import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAdmin, asSuperuser, asUser, asVisitor, become, startTestDatabase, type TestDatabase } from '../src/testing.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
});
afterAll(() => db.stop());

const userId = '0198f0aa-0000-7000-8000-000000000001';
const whoAmI = 'select current_user::text as role, app_public.current_user_id() as "userId"';

test('each user runs under their own role with their own id', async () => {
  const visitor = await asVisitor(db, (client) => client.query(whoAmI));
  const learner = await asUser(db, userId, (client) => client.query(whoAmI));
  const admin = await asAdmin(db, userId, (client) => client.query(whoAmI));
  expect(visitor.rows).toEqual([{ role: 'newline_visitor', userId: null }]);
  expect(learner.rows).toEqual([{ role: 'newline_learner', userId }]);
  expect(admin.rows).toEqual([{ role: 'newline_admin', userId }]);
});

test('the login of requests can do nothing before it takes a role', async () => {
  await expect(db.app.query('select from app_public.clips')).rejects.toThrow(/permission denied/);
});

test('nothing of a user remains on the connection after their transaction', async () => {
  await asUser(db, userId, (client) => client.query(whoAmI));
  const { rows } = await db.app.query(`select current_user::text as role, current_setting('newline.user_id', true) as "userId"`);
  expect(rows[0]).toMatchObject({ role: 'newline_app' });
  expect(rows[0].userId ?? '').toBe('');
});

test('what a test did is rolled back, even if it fails', async () => {
  const insert = `insert into app_public.tags (name, slug) values ('Rolled back', 'rolled-back')`;
  await asSuperuser(db, (client) => client.query(insert));
  await expect(
    asSuperuser(db, async (client) => {
      await client.query(insert);
      throw new Error('a failing test');
    }),
  ).rejects.toThrow('a failing test');
  const { rowCount } = await db.superuser.query(`select from app_public.tags where slug = 'rolled-back'`);
  expect(rowCount).toBe(0);
});

test('the superuser becomes one user after another within a transaction', async () => {
  await asSuperuser(db, async (client) => {
    await become(client, { role: 'learner', userId });
    const learner = await client.query(whoAmI);
    await become(client, null);
    const superuser = await client.query('select rolsuper from pg_roles where rolname = current_user');
    expect(learner.rows).toEqual([{ role: 'newline_learner', userId }]);
    expect(superuser.rows).toEqual([{ rolsuper: true }]);
  });
});
