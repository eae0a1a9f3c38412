import { createHash } from 'node:crypto';
import { queryAs } from '@newline/api/database/reader-client';
import { createGraphQL, type GraphQL } from '@newline/api/graphql/create-graphql';
import { createLog } from '@newline/api/log';
import { visitor } from '@newline/api/viewer';
import type { Connection, Connections } from '@newline/db/connections';
import { createPool } from '@newline/db/create-pool';
import { demoPeople } from '@newline/db/demo/people';
import { startDatabase } from '@newline/db/start-database';
import { type Pgbouncer, startPgbouncer } from '@newline/db/test-pgbouncer';
import type { Person, TestDatabase } from '@newline/db/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { persisted, queries, variablesOf } from '../graphql/known-queries.ts';
import { signUp } from '../people.ts';
import { schemaParts } from '../schema-parts.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

// Starts everything, including the API, with a real pgbouncer in transaction mode that has fewer sessions than connections.
let pgbouncer: Pgbouncer;
let connections: Connections;
let site: TestApi;
const logLines: string[] = [];

beforeAll(async () => {
  site = await startTestApi({ demo: true, connect });
}, 300_000);
afterAll(async () => {
  await site.stop();
  await pgbouncer.stop();
});

async function connect(db: TestDatabase): Promise<Connections> {
  pgbouncer = await startPgbouncer(db, { mode: 'transaction', poolSize: 3 });
  const started = await startDatabase({
    dataDir: '/nonexistent',
    secretKey: db.secretKey,
    databaseUrl: pgbouncer.through(db.connections.owner).connectionString,
    databaseDirectUrl: db.connections.owner.connectionString,
    isInsecureAllowed: true,
    log: (line) => logLines.push(line),
  });
  connections = started.connections;
  return connections;
}

/** Returns a pool for a connection, which is closed at the end of the test. */
function poolOf(connection: Connection, statementTimeoutMs?: number): Pool {
  const pool = createPool(connection, { max: 8, ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }) });
  onTestFinished(() => pool.end());
  return pool;
}

/** The result of each of many simultaneous reads: its rows, or its error message. */
function readAtOnce(pool: Pool): Promise<string[]> {
  return Promise.all(
    Array.from({ length: 40 }, () =>
      queryAs<{ role: string }>(pool, visitor, 'select current_user::text as role', []).then(
        ([row]) => row?.role ?? '',
        (error: Error) => error.message,
      ),
    ),
  );
}

test('starting with only a pgbouncer URL says which setting is missing', async () => {
  const databaseUrl = pgbouncer.through(site.db.connections.owner).connectionString;
  const options = { dataDir: '/nonexistent', secretKey: site.db.secretKey, isInsecureAllowed: true, log: () => undefined };
  await expect(startDatabase({ ...options, databaseUrl })).rejects.toThrow(
    'DATABASE_URL goes through a connection pooler in transaction mode, such as pgbouncer. Migrations, jobs and LISTEN need a direct connection. Set DATABASE_DIRECT_URL to a direct connection to the server.',
  );
  const worker = pgbouncer.through(site.db.connections.worker).connectionString;
  const direct = site.db.connections.owner.connectionString;
  await expect(startDatabase({ ...options, databaseUrl: direct, workerDatabaseUrl: worker })).rejects.toThrow(
    /^WORKER_DATABASE_URL goes through a connection pooler .* Set WORKER_DATABASE_URL to a direct connection to the server, without the pooler\.$/,
  );
});

test('many simultaneous reads are answered where named statements would be lost @RUN-01', async () => {
  expect(connections.app.pooling).toMatchObject({ isShared: true });
  expect(new Set(await readAtOnce(poolOf(connections.app, 3_000)))).toEqual(new Set(['newline_visitor']));
  if (connections.app.pooling?.hasNamedStatements) return;
  // The same pooler, treated as if it kept named statements.
  const believed = { ...connections.app, pooling: { isShared: true, hasNamedStatements: true } };
  expect((await readAtOnce(poolOf(believed, 3_000))).join('\n')).toMatch(
    /prepared statement "newline settings" (?:does not|already) exist/,
  );
});

describe('statement timeouts', () => {
  const slow = 'select pg_sleep(60)';
  const canceled = { code: '57014' };

  test('apply to a read, through its own message', async () => {
    await expect(queryAs(poolOf(connections.app, 200), visitor, slow, [])).rejects.toMatchObject(canceled);
    // The pool's limit ends it: without that limit, the same read takes as long as it needs.
    await expect(queryAs(poolOf(connections.app, 0), visitor, 'select pg_sleep(0.4)', [])).resolves.toHaveLength(1);
  });

  test('apply to the logins, in every session that pgbouncer opens', async () => {
    const limitOf = async (connection: Connection, text = 'show statement_timeout') => (await poolOf(connection).query(text)).rows[0];
    expect(await limitOf(connections.app)).toEqual({ statement_timeout: '3s' });
    expect(await limitOf(connections.auth)).toEqual({ statement_timeout: '30s' });
    await expect(poolOf(connections.app).query(slow)).rejects.toMatchObject(canceled);
    // Jobs and migrations have no limit, and neither does reading the system catalogs.
    expect(await limitOf(connections.worker)).toEqual({ statement_timeout: '0' });
    expect((await poolOf(connections.direct, 0).query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }]);
    expect(logLines).toEqual(logLines.filter((line) => !line.includes('pooler')));
  });

  test('and the user end with a mutation’s transaction', async () => {
    const { rows } = await site.db.superuser.query<{ id: string }>('select id from app_public.clips order by id limit 1');
    const { browser } = await signUp(site, 'limits@example.com');
    const like = 'mutation a($id: UUID!) { toggleLike(input: { clipId: $id }) { like { clipId } } }';
    expect(await browser.graphql(like, { id: rows[0]?.id })).toMatchObject({
      status: 200,
      data: { toggleLike: { like: { clipId: rows[0]?.id } } },
    });
    const pool = poolOf(connections.app);
    for (const text of ['select current_user::text as who', 'select session_user::text as who'])
      expect((await pool.query(text)).rows).toEqual([{ who: 'newline_app' }]);
  });
});

test('sign-up, sign-in, sessions and search work repeatedly @AUTH-01 @SEARCH-01', async () => {
  const { browser, userId } = await signUp(site, 'pooled@example.com', 'Pooled Reader');
  const answers = await Promise.all(
    Array.from({ length: 30 }, async (_, round) =>
      round % 2 === 0
        ? browser.graphql('{ viewer { id } }')
        : site.newBrowser().graphql('query a($q: String!) { search(words: $q) { nodes { title } } }', { q: 'react' }),
    ),
  );
  for (const [round, { status, data, errors }] of answers.entries()) {
    expect([status, errors]).toEqual([200, undefined]);
    if (round % 2 === 0) expect(data).toEqual({ viewer: { id: userId } });
  }
  expect((await site.newBrowser().get('/readyz')).status).toBe(200);
});

describe('the queries of our own pages', () => {
  let pooled: GraphQL;
  let direct: GraphQL;
  let pool: Pool;
  let catalogs: Pool;
  beforeAll(async () => {
    pool = createPool(connections.app, { max: 8, statementTimeoutMs: 30_000 });
    catalogs = createPool(connections.direct, { max: 2, statementTimeoutMs: 0 });
    [pooled, direct] = await Promise.all([createGraphQL(partsOf(pool)), createGraphQL(partsOf(site.db.app))]);
  });
  afterAll(() => Promise.all([pool.end(), catalogs.end()]));

  const partsOf = (of: Pool) => ({
    ...schemaParts,
    pool: of,
    startPool: catalogs,
    log: createLog('fatal'),
    isProduction: true,
    persistedQueries: Object.fromEntries(Object.values(persisted).map((text) => [createHash('sha256').update(text).digest('hex'), text])),
    publicUrl: 'http://localhost',
  });
  const person: Person = { role: 'learner', userId: demoPeople('').find(({ role }) => role === 'learner')?.id ?? null };
  /** Without values that differ in each response. */
  const plain = (answer: unknown) =>
    JSON.stringify(answer)
      .replace(/Reference \w+|"reference":"\w+"/g, '')
      .replace(/"(?:https?:[^"]*|\d{4}-[^"]*Z)"/g, '""');

  test.each([{ who: visitor }, { who: person }])('answer $who.role as they do without pgbouncer', async ({ who }) => {
    const requests = await Promise.all(
      queries.map(async ({ text, operation }) => ({
        document: text,
        variables: await variablesOf(site.db, direct.schema, operation, who, 0, 2),
        viewer: who,
      })),
    );
    expect(requests.length).toBeGreaterThan(50);
    // All at the same time, with three sessions for eight connections.
    const answers = await Promise.all(requests.map((one) => pooled.execute(one)));
    for (const [index, one] of requests.entries()) expect(plain(answers[index]), one.document).toBe(plain(await direct.execute(one)));
  });
});
