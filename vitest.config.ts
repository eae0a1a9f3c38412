import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { useTemporaryFolder } from './bin/testing/temporary-folder.mjs';

useTemporaryFolder();

const projects = ['document', 'db', 'api', 'editor', 'ui', 'web', 'cli', 'bin'] as const;
const withDatabase: ReadonlySet<string> = new Set(['db', 'api', 'web', 'cli']);

/** One vitest run over every package; browser journeys are in e2e/ and run by Playwright. */
export default defineConfig({
  test: {
    // Timeouts against hanging, long enough for a busy machine; none of them is a performance goal.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    // Files and database objects that tests read at run time aren't imports: with `--changed`, a change in any of these can affect every
    // test.
    forceRerunTriggers: ['**/package.json', '**/vitest.config.ts', '**/db/migrations/**', '**/db/demo/content/**'],
    // Tests wait more than they work, so two cores have room for four of them.
    maxWorkers: availableParallelism() * 2,
    // Property tests use the same samples each time; `npm run test:full` uses others, and prints the seed to repeat them. Another setup
    // file is api/src/graphql/graphile-mode.ts, which must be imported first: another import could come before it here.
    env: {
      NEWLINE_TEST_SEED: process.env.NEWLINE_TEST_SEED ?? '20261122',
      GRAPHILE_ENV: 'production',
      GRAFAST_TIMEOUT_VALIDITY_MS: '2000',
    },
    projects: projects.map((name) => ({
      extends: true as const,
      test: {
        name,
        include: [`${name}/tests/**/*.test.{ts,tsx}`],
        // Modules that a file imports stay loaded for the next file: loading them again for each would take a third of the time. A test
        // leaves no state behind in a module. Tests of the command line and of the runner are excluded, because they start programs and
        // change the state of the process.
        isolate: name === 'cli' || name === 'bin',
        // `npm test` lists tests that pass only in a retry, and fails if there are more than a few.
        retry: withDatabase.has(name) ? 1 : 0,
        globalSetup: withDatabase.has(name) ? ['db/tests/start-test-server.ts'] : [],
      },
    })),
  },
});
