import type { LimitFacts } from './limit-facts.ts';

/** Limits of clips. */
export const clipLimits = {
  title: 200,
  description: 2000,
} as const;

/** Unit, reason and database checks of each limit. */
export const clipFacts: LimitFacts<typeof clipLimits> = {
  title: { unit: 'characters', why: 'one line under the video', sql: ['app_public.clips.title'] },
  description: { unit: 'characters', why: 'a few paragraphs', sql: ['app_public.clips.description'] },
};
