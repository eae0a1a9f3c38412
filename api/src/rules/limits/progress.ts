import type { LimitFacts } from './limit-facts.ts';

/** Progress: the numbers. */
export const progressLimits = {
  watchedNumbers: 400,
  readBlocks: 20_000,
} as const;

/** What each is counted in, why, and where the database checks it. */
export const progressFacts: LimitFacts<typeof progressLimits> = {
  watchedNumbers: {
    unit: 'numbers',
    why: 'the start and end of each range watched since the last save, in seconds',
    sql: ['app_public.save_progress'],
  },
  readBlocks: {
    unit: 'blocks',
    why: 'the number of blocks in the longest text',
    sql: ['app_public.save_progress', 'app_public.lesson_activities.read_block_ids'],
  },
};
