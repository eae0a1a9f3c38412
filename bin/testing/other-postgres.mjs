/**
 * Tests that also run on the oldest supported PostgreSQL in each `npm test`: all migrations, roles on a server that isn't ours,
 * permissions, search, sign-in, jobs and all queries of our own pages. `npm run test:full` runs all tests of db and api there, and on the
 * versions in between.
 */
export const oldestPostgresTests = [
  'db/tests/migrations.test.ts',
  'db/tests/migrate.test.ts',
  'db/tests/permissions/matrix.test.ts',
  'db/tests/search.test.ts',
  'db/tests/start-database/managed-server.test.ts',
  'api/tests/whole-api/running.test.ts',
  'api/tests/whole-api/pgbouncer.test.ts',
];

/**
 * The PostgreSQL releases that a test run covers in addition to the bundled one, by major version, with the tests to run on each.
 *
 * @param {{ isFull: boolean }} options
 * @returns {{ major: 15 | 16 | 17, files: readonly string[] }[]} without files: all of db and api
 */
export function otherPostgres({ isFull }) {
  if (isFull) return [15, 16, 17].map((major) => ({ major, files: [] }));
  return [{ major: 15, files: oldestPostgresTests }];
}
