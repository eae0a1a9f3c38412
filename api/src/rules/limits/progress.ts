import type { LimitFacts } from './limit-facts.ts';

/** Limits of progress. */
export const progressLimits = {
  watchedNumbers: 400,
  readBlocks: 20_000,
} as const;

/** Unit, reason and database checks of each limit. */
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
