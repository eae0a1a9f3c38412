import type { LibraryQuery } from '../../../.documents/graphql.ts';
import { type PathCard, pathCard, stepsText } from '../../shared/paths/path-card.ts';

/** A learning path of which the user has done something. */
export type BegunPath = PathCard & {
  percent: number;
  /** '2 of 5 steps done', or 'Completed'. */
  done: string;
  /** The first unfinished step; null if there is none. */
  next: { title: string; path: string } | null;
};

type Node = LibraryQuery['begunLearningPaths']['nodes'][number];

/** Converts a learning path for the page. */
export function begunPathOf({ progress, nextStep, ...card }: Node): BegunPath {
  const { doneCount = 0, totalCount = 0, percent = 0 } = progress ?? {};
  const item = nextStep?.course ?? nextStep?.book ?? nextStep?.article ?? null;
  const clip = nextStep?.clip ?? null;
  return {
    ...pathCard(card),
    percent,
    done: totalCount > 0 && doneCount === totalCount ? 'Completed' : `${doneCount.toLocaleString('en')} of ${stepsText(totalCount)} done`,
    next: item ? { title: item.title, path: item.permalink } : clip && { title: clip.title, path: `/clips/${clip.id}` },
  };
}
