import type { LimitFacts } from './limit-facts.ts';

/** Limits of progress. */
export const progressLimits = {
  watchedNumbers: 400,
  keptCode: 50_000,
  failedTests: 1000,
  failedTestNames: 20,
  testName: 200,
  readBlocks: 20_000,
} as const;

/** Unit, reason and database checks of each limit. */
export const progressFacts: LimitFacts<typeof progressLimits> = {
  watchedNumbers: {
    unit: 'numbers',
    why: 'the start and end of each range watched since the last save, in seconds',
    sql: ['app_public.save_progress'],
  },
  keptCode: {
    unit: 'characters',
    why: 'of a program that a reader changed, with the names of its files, as JSON',
    sql: ['app_public.kept_codes.files', 'app_public.kept_codes.other_files'],
  },
  failedTests: { unit: 'tests', why: 'of an exercise that failed in one run', sql: ['app_public.record_attempt'] },
  failedTestNames: {
    unit: 'tests',
    why: 'of an exercise that ever failed for a learner; more aren’t counted',
    sql: ['app_public.exercise_results.failed_tests'],
  },
  testName: { unit: 'characters', why: 'of the name of a test; a longer one isn’t counted', sql: ['app_public.record_attempt'] },
  readBlocks: {
    unit: 'blocks',
    why: 'the number of blocks in the longest text',
    sql: ['app_public.save_progress', 'app_public.lesson_activities.read_block_ids'],
  },
};
