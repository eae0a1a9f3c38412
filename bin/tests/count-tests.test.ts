import { expect, test } from 'vitest';
import { countPlaywright, countVitest } from '../count-tests.mjs';

test('Passed and failed tests are taken from the reports', () => {
  expect(countVitest({ numPassedTests: 12, numFailedTests: 2 }, false)).toEqual({ passed: 12, failed: 2 });
  expect(countPlaywright({ stats: { expected: 7, unexpected: 1, flaky: 0 } }, false)).toEqual({ passed: 7, failed: 1 });
});

test('A test that passed only on a second try has failed', () => {
  expect(countPlaywright({ stats: { expected: 7, unexpected: 0, flaky: 1 } }, true)).toEqual({ passed: 7, failed: 1 });
});

test('A runner that failed without a failing test counts as one failure', () => {
  expect(countVitest({ numPassedTests: 12, numFailedTests: 0 }, false)).toEqual({ passed: 12, failed: 1 });
  expect(countVitest(null, false)).toEqual({ passed: 0, failed: 1 });
});

test('A run without any test has failed', () => {
  expect(countVitest({ numPassedTests: 0, numFailedTests: 0 }, true)).toEqual({ passed: 0, failed: 1 });
  expect(countPlaywright(null, true)).toEqual({ passed: 0, failed: 1 });
});
