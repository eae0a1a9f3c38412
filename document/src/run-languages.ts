import { findCodeLanguage } from './code-languages.ts';

/** The languages in which readers can run code. */
const runLanguages = ['javascript', 'typescript', 'jsx', 'tsx', 'html', 'css'] as const;

/** A language in which readers can run code. */
export type RunLanguage = (typeof runLanguages)[number];

/**
 * Returns the language that code with this `mode` is run in, or null if it can't be run.
 *
 * findRunLanguage('ts') is 'typescript'; findRunLanguage('rust') is null.
 */
export function findRunLanguage(mode: string): RunLanguage | null {
  const { mode: name } = findCodeLanguage(mode) ?? {};
  return runLanguages.find((language) => language === name) ?? null;
}

/**
 * Where the pages are in which code runs: below this path of the embed origin, or of the site itself if it has no embed origin. `console`
 * runs code without a page in a worker; `page` shows a page.
 */
export const runPagePath = '/embed/run/';

/** A page in which code runs. */
export type RunPage = 'console' | 'page';
