import type { HomeContent } from '../../shared/page-content/standard-home.ts';

/** A live event that isn't over, as the home page shows it. */
export type LiveEvent = Omit<HomeContent['EVENT'], 'url'> & {
  readonly number: number;
  /** Null without a link. */
  readonly url: string | null;
};
