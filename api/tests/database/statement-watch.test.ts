import { PassThrough } from 'node:stream';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createPools } from '../../src/create-pools.ts';
import type { WithPgClient } from 'postgraphile/@dataplan/pg';
import { createReaderService, queryAs, readTextAs } from '../../src/database/reader-client.ts';
import { createReplica } from '../../src/database/replica.ts';
import { nameStatements } from '../../src/database/statement-watch.ts';
import { createMaskError } from '../../src/errors/mask-error.ts';
import { createQueryWorker } from '../../src/graphql/ad-hoc-queries/query-worker.ts';
import { createLog } from '../../src/log.ts';
import { databaseSettings, visitor } from '../../src/viewer.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
});
afterAll(() => db.stop());

/** Creates pools that log each statement that takes this long. */
function start(slowStatementMs: number) {
  const lines: string[] = [];
  const destination = new PassThrough().on('data', (chunk: Buffer) => lines.push(...chunk.toString().trim().split('\n')));
  const log = createLog('info', destination);
  const pools = createPools({ connections: db.connections, log, slowStatementMs });
  onTestFinished(async () => {
    await Promise.all(Object.values(pools).map((pool) => pool.end()));
  });
  return { pools, lines, log };
}

test('a slow statement is logged with the name of its operation, and never with its values', async () => {
  const { pools, lines } = start(0);
  const statement = { name: 'v1', text: 'select $1::text', values: ['canary'], operation: 'CourseBySlug' };
  expect(await readTextAs(pools.app, visitor, statement)).toBe('canary');
  await queryAs(pools.app, visitor, 'select $1::text as text', ['canary']);
  await expect(queryAs(pools.app, visitor, 'select 1 / $1::int', [0])).rejects.toThrow('division by zero');
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual(
    ['CourseBySlug', 'unnamed', 'unnamed'].map((name) => ({
      level: 'info',
      time: expect.any(String) as string,
      statement: name,
      ms: expect.any(Number) as number,
      msg: 'database: a statement was slow',
    })),
  );
  expect(lines.join('')).not.toContain('canary');
});

const statementsIn = (lines: readonly string[]) => lines.flatMap((line) => (JSON.parse(line) as { statement?: string }).statement ?? []);

test('statements on the replica are watched', async () => {
  const { pools, lines, log } = start(0);
  const tags = { onTagsChanged: () => () => undefined };
  const replica = createReplica(db.connections.app, { primary: pools.worker, tags, log, slowStatementMs: 0 });
  onTestFinished(() => replica.close());
  await expect.poll(() => replica.current()).not.toBeNull();
  const statement = { name: 'v2', text: 'select $1::text', values: ['canary'], operation: 'CourseBySlug' };
  expect(await readTextAs(pools.auth, visitor, statement, replica)).toBe('canary');
  expect(statementsIn(lines)).toEqual(['CourseBySlug']);
});

test('statements of ad-hoc queries in the query worker are watched, under one name', async () => {
  const { lines, log } = start(60_000);
  const env = {
    publicUrl: 'http://localhost:3000',
    isProduction: false,
    secretKey: 'a key of the tests of slow statements',
    fetchTestMap: new Map(),
    codeHost: { url: 'https://github.com', apiUrl: 'https://api.github.com', token: null },
    billing: { provider: 'manual', isGrantedAtOnce: false } as const,
  };
  const worker = createQueryWorker(
    { env, connections: db.connections, logLevel: 'info', slowStatementMs: 0 },
    { entry: new URL('../../src/run-query-worker.ts', import.meta.url), log, maskError: createMaskError(log, null) },
  );
  onTestFinished(() => worker.close());
  const query = {
    text: 'query canary { tags { nodes { name } } }',
    operationName: undefined,
    variables: {},
    viewer: visitor,
    subnet: null,
  };
  expect((await worker.run(query)).errors).toBeUndefined();
  await expect.poll(() => statementsIn(lines)).toEqual(['ad-hoc query']);
  expect(lines.join('')).not.toContain('canary');
});

test('statements in the transaction of a mutation are watched', async () => {
  const { pools, lines } = start(0);
  const service = createReaderService(pools.app, pools.worker, null);
  const settings = databaseSettings(visitor);
  nameStatements(settings, 'AddComment');
  const withClient: WithPgClient = await service.adaptor.createWithPgClient({ pool: pools.app });
  const rows = await withClient(settings, (client) =>
    client.withTransaction(async (transaction) => (await transaction.query<{ n: number }>({ text: 'select 1 as n' })).rows),
  );
  expect(rows).toEqual([{ n: 1 }]);
  expect(statementsIn(lines)).toEqual(['AddComment']);
});

test('statements of sign-in and of sessions are watched, named after their table, and never with their values', async () => {
  const { pools, lines } = start(0);
  await pools.auth.query('select "id" from auth."session" where "token" = $1', ['canary']);
  const client = await pools.auth.connect();
  await client.query('begin');
  await client.query({ text: `update auth."user" set "name" = $1 where "email" = 'canary'`, values: ['canary'] });
  await client.query('rollback');
  client.release();
  await expect(pools.sessions.query('select 1 / $1::int', [0])).rejects.toThrow('division by zero');
  await expect(pools.sessions.query('select auth.no_such_function($1)', ['canary'])).rejects.toThrow('does not exist');
  await expect
    .poll(() => statementsIn(lines))
    .toEqual(['select session', 'begin', 'update user', 'rollback', 'select', 'select no_such_function']);
  expect(lines.join('')).not.toContain('canary');
});

test('other statements aren’t logged', async () => {
  const { pools, lines } = start(60_000);
  await queryAs(pools.app, visitor, 'select 1', []);
  expect(lines).toEqual([]);
});
