import type { LimitFacts } from './limit-facts.ts';

/** Limits of progress. */
export const progressLimits = {
  watchedNumbers: 400,
  keptCode: 50_000,
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
  readBlocks: {
    unit: 'blocks',
    why: 'the number of blocks in the longest text',
    sql: ['app_public.save_progress', 'app_public.lesson_activities.read_block_ids'],
  },
};
