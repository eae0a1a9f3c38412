import { readFile } from 'node:fs/promises';
import { permissionsFile, printPermissions } from '@newline/db/print-permissions';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let db: TestDatabase;

beforeAll(async () => {
  db = await startTestDatabase();
});

afterAll(() => db.stop());

test('db/permissions.md matches the database: run npm run permissions and review the difference', async () => {
  const committed = (await readFile(permissionsFile, 'utf8')).split('\n');
  const actual = (await printPermissions(db.superuser)).split('\n');
  expect({
    onlyInFile: committed.filter((line) => !actual.includes(line)),
    onlyInDatabase: actual.filter((line) => !committed.includes(line)),
  }).toEqual({
    onlyInFile: [],
    onlyInDatabase: [],
  });
  expect(committed).toEqual(actual);
});
