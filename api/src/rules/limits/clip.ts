import type { LimitFacts } from './limit-facts.ts';

/** Clips: the numbers. */
export const clipLimits = {
  title: 200,
  description: 2000,
} as const;

/** What each is counted in, why, and where the database checks it. */
export const clipFacts: LimitFacts<typeof clipLimits> = {
  title: { unit: 'characters', why: 'one line under the video', sql: ['app_public.clips.title'] },
  description: { unit: 'characters', why: 'a few paragraphs', sql: ['app_public.clips.description'] },
};
