/**
 * What a runner's report says, with one failure added when the runner failed in another way than by a test: a file that
 * could not be loaded, an error that nobody caught, no report at all.
 *
 * @typedef {{ passed: number, failed: number }} Count
 */

/**
 * @param {{ numPassedTests: number, numFailedTests: number } | null} report of vitest's JSON reporter
 * @param {boolean} isFine whether vitest exited with 0
 * @returns {Count}
 */
export function countVitest(report, isFine) {
  return settle({ passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }, isFine);
}

/**
 * A test that passed only when it was run again has failed: `flaky` is not fine.
 *
 * @param {{ stats: { expected: number, unexpected: number, flaky: number } } | null} report of Playwright's JSON reporter
 * @param {boolean} isFine whether Playwright exited with 0
 * @returns {Count}
 */
export function countPlaywright(report, isFine) {
  const stats = report?.stats;
  return settle({ passed: stats?.expected ?? 0, failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0) }, isFine);
}

/** @returns {Count} */
function settle({ passed, failed }, isFine) {
  return { passed, failed: failed === 0 && (!isFine || passed === 0) ? 1 : failed };
}
