import { PassThrough } from 'node:stream';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createPools } from '../../src/create-pools.ts';
import { queryAs, readTextAs } from '../../src/database/reader-client.ts';
import { createLog } from '../../src/log.ts';
import { visitor } from '../../src/viewer.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
});
afterAll(() => db.stop());

/** Creates pools that log each statement that takes this long. */
function start(slowStatementMs: number) {
  const lines: string[] = [];
  const destination = new PassThrough().on('data', (chunk: Buffer) => lines.push(...chunk.toString().trim().split('\n')));
  const pools = createPools({ connections: db.connections, log: createLog('info', destination), slowStatementMs });
  onTestFinished(async () => {
    await Promise.all(Object.values(pools).map((pool) => pool.end()));
  });
  return { pools, lines };
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

test('other statements aren’t logged', async () => {
  const { pools, lines } = start(60_000);
  await queryAs(pools.app, visitor, 'select 1', []);
  expect(lines).toEqual([]);
});
