import type { LimitFacts } from './limit-facts.ts';

/** The limits of what is stored about a check of an exercise. */
export const exerciseCheckLimits = {
  checkReason: 500,
  checkedTests: 20,
  checkedTestName: 200,
} as const;

/** What each of them limits. */
export const exerciseCheckFacts: LimitFacts<typeof exerciseCheckLimits> = {
  checkReason: {
    unit: 'characters',
    why: 'of why an exercise wasn’t checked; the rest is cut',
    sql: ['app_public.exercise_checks.reason'],
  },
  checkedTests: {
    unit: 'tests',
    why: 'that a solution fails; more aren’t stored',
    sql: ['app_public.exercise_checks.failed_tests'],
  },
  checkedTestName: { unit: 'characters', why: 'of the name of such a test; the rest is cut', sql: [] },
};
