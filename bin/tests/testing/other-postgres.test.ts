import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oldestPostgres } from '@newline/db/require-server';
import { expect, test } from 'vitest';
import { oldestPostgresTests, otherPostgres } from '../../testing/other-postgres.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('every run includes the oldest supported PostgreSQL, with tests that exist', () => {
  expect(otherPostgres({ isFull: false }).map(({ major }) => major)).toEqual([oldestPostgres]);
  expect(oldestPostgresTests.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('a full run includes every major version between that and the bundled one, with all tests', () => {
  expect(otherPostgres({ isFull: true })).toEqual([15, 16, 17].map((major) => ({ major, files: [] })));
});
