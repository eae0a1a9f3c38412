import { defineConfig } from 'vitest/config';

const projects = ['document', 'db', 'api', 'ui', 'web', 'cli', 'bin'] as const;
const withDatabase: ReadonlySet<string> = new Set(['db', 'api', 'web', 'cli']);

/** One vitest run over every package; browser journeys are in e2e/ and run by Playwright. */
export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: projects.map((name) => ({
      extends: true as const,
      test: {
        name,
        include: [`${name}/tests/**/*.test.{ts,tsx}`],
        globalSetup: withDatabase.has(name) ? ['db/tests/start-test-server.ts'] : [],
      },
    })),
  },
});
