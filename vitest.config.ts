import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const projects = ['document', 'db', 'api', 'editor', 'ui', 'web', 'cli', 'bin'] as const;
const withDatabase: ReadonlySet<string> = new Set(['db', 'api', 'web', 'cli']);

/** One vitest run over every package; browser journeys are in e2e/ and run by Playwright. */
export default defineConfig({
  test: {
    // Limits against hanging on a busy machine; none of them is a figure to be met.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    // What tests read from the disk or from the database is in no import: with `--changed`, everything may be touched by it.
    forceRerunTriggers: ['**/package.json', '**/vitest.config.ts', '**/db/migrations/**', '**/db/demo/content/**'],
    // Tests wait as much as they work: two cores have room for three of them.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Property tests draw the same samples each time; `npm run test:full` draws others, and prints the seed by which they come again.
    // The others are api/src/graphql/graphile-mode.ts, which has to be the first to be read: here another file may have been before it.
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
        // What a file imports is there for the next: reading it anew for each would be a third of the time. A test leaves nothing behind in a
        // module. Those of the command line and of the runner start programs and change what a process has once.
        isolate: name === 'cli' || name === 'bin',
        // What passes only on a second try is named by `npm test`, and fails it when it is more than a few.
        retry: withDatabase.has(name) ? 1 : 0,
        globalSetup: withDatabase.has(name) ? ['db/tests/start-test-server.ts'] : [],
      },
    })),
  },
});
