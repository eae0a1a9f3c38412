import { defineConfig } from 'vitest/config';

/** One vitest run over every package; browser journeys are in e2e/ and run by Playwright. */
export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: ['document', 'db', 'api', 'ui', 'web', 'cli'].map((name) => ({
      extends: true as const,
      test: { name, include: [`${name}/tests/**/*.test.{ts,tsx}`] },
    })),
  },
});
