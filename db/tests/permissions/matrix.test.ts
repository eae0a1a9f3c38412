import { readFile } from 'node:fs/promises';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareMatrix, printMatrix, readMatrix } from './matrix.ts';
import { buildWorld } from './world.ts';

// The expectation is matrix.md next to this file: four characters per cell, for SELECT, INSERT, UPDATE and DELETE.
let db: TestDatabase;
let client: pg.PoolClient;

beforeAll(async () => {
  db = await startTestDatabase();
  client = await db.superuser.connect();
  await client.query('begin');
  await buildWorld(client);
  await prepareMatrix(client);
});

afterAll(async () => {
  await client.query('rollback');
  client.release();
  await db.stop();
});

test('every role can do exactly what the matrix says @AUTH-03', async () => {
  const expected = (await readFile(new URL('matrix.md', import.meta.url), 'utf8')).split('\n').filter((line) => line.startsWith('|'));
  const actual = printMatrix(await readMatrix(client));
  expect({
    onlyExpected: expected.filter((line) => !actual.includes(line)),
    onlyFound: actual.filter((line) => !expected.includes(line)),
  }).toEqual({ onlyExpected: [], onlyFound: [] });
  expect(expected).toEqual(actual);
});
