import { createGraphQL, type GraphQL } from '@newline/api/graphql/create-graphql';
import { createLog } from '@newline/api/log';
import { queryAs } from '@newline/api/database/reader-client';
import type { Viewer } from '@newline/api/viewer';
import { createPool } from '@newline/db/create-pool';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClips, makeCourse, makeUser } from '../rows.ts';
import { schemaParts } from '../schema-parts.ts';

const isFullRun = Boolean(process.env['NEWLINE_TEST_FULL']);

let db: TestDatabase;
let pool: Pool;
let graphql: GraphQL;
beforeAll(async () => {
  db = await startTestDatabase();
  // Waiting behind many others takes long on a busy machine.
  pool = createPool(db.connections.app, { max: 5, statementTimeoutMs: 3_000, connectionTimeoutMs: 60_000 });
  graphql = await createGraphQL({
    ...schemaParts,
    pool,
    log: createLog('silent'),
    isProduction: true,
    persistedQueries: {},
    publicUrl: 'http://localhost',
  });
});
afterAll(async () => {
  await pool.end();
  await db.stop();
});

const whoAmI = 'query a { viewer { id } currentUserId }';
const toggle = 'mutation a($clipId: UUID!) { toggleBookmark(input: { clipId: $clipId }) { bookmark { user { id } } } }';

test('requests of many users over few connections never see each other’s data', async () => {
  const userIds = await Promise.all(Array.from({ length: 50 }, (_, n) => makeUser(db, `Person ${n}`)));
  const [clipId] = await makeClips(db, await makeCourse(db), 1);
  const people: Viewer[] = [...userIds.map((userId) => ({ userId, role: 'learner' as const })), { userId: null, role: 'visitor' }];
  const ask = async (n: number) => {
    const viewer = people[(n * 7) % people.length] ?? { userId: null, role: 'visitor' };
    if (n % 5 === 0) {
      // Some fail in the database in between: their state must not reach the next ones.
      const { errors } = await graphql.execute({ document: toggle, variables: { clipId: '00000000-0000-7000-8000-000000000000' }, viewer });
      expect(errors?.[0]?.extensions['code']).toBe(viewer.userId ? 'NOT_FOUND' : 'LOGIN_REQUIRED');
    } else if (n % 3 === 0 && viewer.userId) {
      const { data } = await graphql.execute<{ toggleBookmark: { bookmark: { user: { id: string } } } }>({
        document: toggle,
        variables: { clipId },
        viewer,
      });
      expect(data?.toggleBookmark.bookmark.user.id).toBe(viewer.userId);
    } else {
      const { data } = await graphql.execute<{ viewer: { id: string } | null; currentUserId: string | null }>({ document: whoAmI, viewer });
      expect([data?.viewer?.id ?? null, data?.currentUserId ?? null]).toEqual([viewer.userId, viewer.userId]);
    }
  };
  const total = isFullRun ? 10_000 : 600;
  for (let start = 0; start < total; start += 50) await Promise.all(Array.from({ length: 50 }, (_, n) => ask(start + n)));
});

test('after a statement, even one that failed, its connection has no role and no user', async () => {
  const viewer = { userId: await makeUser(db, 'Last'), role: 'admin' as const };
  const single = createPool(db.connections.app, { max: 1 });
  const own = await createGraphQL({
    ...schemaParts,
    pool: single,
    log: createLog('silent'),
    isProduction: true,
    persistedQueries: {},
    publicUrl: 'http://localhost',
  });
  try {
    for (const document of [whoAmI, toggle]) {
      await own.execute({ document, variables: { clipId: '00000000-0000-7000-8000-000000000000' }, viewer });
      const { rows } = await single.query(
        `select current_user as "user", current_setting('newline.user_id', true) as id, current_setting('role') as role`,
      );
      expect(rows).toEqual([{ user: 'newline_app', id: '', role: 'none' }]);
    }
  } finally {
    await single.end();
  }
});

test('a failed statement is rolled back', async () => {
  const viewer = { userId: await makeUser(db, 'Undone'), role: 'learner' as const };
  const [clipId] = await makeClips(db, await makeCourse(db), 1);
  await db.superuser.query(
    `create function app_public.fail_late() returns trigger language plpgsql as $$ begin raise exception 'COMMENT_DELETED' using errcode = 'NL409'; end $$`,
  );
  await db.superuser.query(
    'create constraint trigger fail_late after insert on app_public.clip_bookmarks deferrable initially deferred for each row execute function app_public.fail_late()',
  );
  const { errors } = await graphql.execute({ document: toggle, variables: { clipId }, viewer });
  expect(errors?.[0]?.extensions).toEqual({ code: 'CONFLICT', reason: 'COMMENT_DELETED' });
  const { rowCount } = await db.superuser.query('select from app_public.clip_bookmarks where clip_id = $1', [clipId]);
  expect(rowCount).toBe(0);
});

test('a connection that the server closed isn’t reused', async () => {
  const single = createPool(db.connections.app, { max: 1, statementTimeoutMs: 20_000, onError: () => undefined });
  const visitor: Viewer = { userId: null, role: 'visitor' };
  try {
    const slow = queryAs(single, visitor, 'select pg_sleep(15)', []).then(
      () => 'answered',
      () => 'broken off',
    );
    await expect
      .poll(
        async () =>
          (
            await db.superuser.query(
              `select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(15)' and state = 'active'`,
            )
          ).rowCount,
      )
      .toBe(1);
    expect(await slow).toBe('broken off');
    expect(await queryAs(single, visitor, 'select 1 as one', [])).toEqual([{ one: 1 }]);
  } finally {
    await single.end();
  }
});

test('with a read-only access token, the database itself refuses every change, and with one that can’t write nothing is left behind @LOGIN-03', async () => {
  const userId = await makeUser(db, 'Reading token');
  const [clipId] = await makeClips(db, await makeCourse(db), 1);
  const single = createPool(db.connections.app, { max: 1 });
  const write = (access: Viewer['access']) =>
    queryAs(single, { userId, role: 'learner', access }, 'select app_public.toggle_like($1)', [clipId]);
  try {
    await expect(write('read')).rejects.toMatchObject({ code: '25006' });
    // A function cannot open the transaction again.
    const open = `select set_config('transaction_read_only', 'off', true), app_public.toggle_like($1)`;
    await expect(queryAs(single, { userId, role: 'learner', access: 'read' }, open, [clipId])).rejects.toMatchObject({ code: '25001' });
    const { rowCount } = await db.superuser.query('select from app_public.clip_likes where clip_id = $1', [clipId]);
    expect(rowCount).toBe(0);
    // The next statement on the connection is free of it (control).
    await write('write');
    await write(undefined);
    const { rows } = await single.query(
      `select current_setting('newline.access', true) as access, current_setting('transaction_read_only') as is_read_only`,
    );
    expect(rows).toEqual([{ access: '', is_read_only: 'off' }]);
  } finally {
    await single.end();
  }
});
