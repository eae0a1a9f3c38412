import type { Figure } from '../figure.ts';
import type { Site } from '../site.ts';

/** The options of a suite. */
export type SuiteContext = {
  site: Site;
  /** True for the short run: fewer rounds, no large fill. */
  isQuick: boolean;
  /** How often and how long targets are measured. */
  pace: { rounds: number; seconds: number };
  /** Other servers to measure against the cached page, by name. */
  peers: Readonly<Record<string, string>>;
  /** Logs one plain line about the progress. */
  say: (line: string) => void;
};

/** Measures one aspect of the site. */
export type Suite = (context: SuiteContext) => Promise<Figure[]>;
