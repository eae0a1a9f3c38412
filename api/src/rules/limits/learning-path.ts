import type { LimitFacts } from './limit-facts.ts';

/** Limits of learning paths. */
export const learningPathLimits = {
  paths: 100,
  steps: 50,
  title: 200,
  slug: 120,
  summary: 300,
  description: 4000,
  reason: 300,
} as const;

/** Unit, reason and database checks of each limit. */
export const learningPathFacts: LimitFacts<typeof learningPathLimits> = {
  paths: { unit: 'learning paths', why: 'of an author', sql: ['app_public.create_learning_path'] },
  steps: {
    unit: 'steps',
    why: 'of a learning path',
    sql: ['app_public.set_learning_path_steps'],
  },
  title: { unit: 'characters', why: 'one line on a page and in a list', sql: ['app_public.learning_paths.title'] },
  slug: { unit: 'characters', why: 'the last part of its URL', sql: ['app_public.change_learning_path'] },
  summary: { unit: 'characters', why: 'one sentence for cards', sql: ['app_public.learning_paths.summary'] },
  description: { unit: 'characters', why: 'a few paragraphs under the title', sql: ['app_public.learning_paths.description'] },
  reason: {
    unit: 'characters',
    why: 'one sentence about why something is a step',
    sql: ['app_public.learning_path_steps.reason', 'app_public.set_learning_path_steps'],
  },
};
