import type { Figure } from '../figure.ts';
import type { Site } from '../site.ts';

/** What a suite is given. */
export type SuiteContext = {
  site: Site;
  /** True for the short run: fewer rounds, no large fill. */
  isQuick: boolean;
  /** How often and how long targets are measured. */
  pace: { rounds: number; seconds: number };
  /** Other addresses to measure beside the cached page, by name. */
  peers: Readonly<Record<string, string>>;
  /** One plain line about what is going on. */
  say: (line: string) => void;
};

/** Measures one side of the site. */
export type Suite = (context: SuiteContext) => Promise<Figure[]>;
