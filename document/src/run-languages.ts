import { findCodeLanguage } from './code-languages.ts';

/** The languages in which readers can run code. */
const runLanguages = ['javascript', 'typescript', 'jsx', 'tsx', 'html', 'css', 'python', 'sql'] as const;

/** A language in which readers can run code. */
export type RunLanguage = (typeof runLanguages)[number];

/** The names of SQL after a fence in Markdown. It isn't in the editor's list of languages. */
const sqlNames: ReadonlySet<string> = new Set(['sql', 'pgsql', 'postgresql']);

/**
 * Returns the language that code with this `mode` is run in, or null if it can't be run.
 *
 * findRunLanguage('ts') is 'typescript'; findRunLanguage('rust') is null.
 */
export function findRunLanguage(mode: string): RunLanguage | null {
  if (sqlNames.has(mode.trim().toLowerCase())) return 'sql';
  const { mode: name } = findCodeLanguage(mode) ?? {};
  return runLanguages.find((language) => language === name) ?? null;
}

/**
 * Where the pages are in which code runs: below this path of the embed origin, or of the site itself if it has no embed origin. `console`
 * runs code without a page in a worker; `engine` does the same for languages that a browser doesn't have, which are programs in WebAssembly;
 * `page` shows a page.
 */
export const runPagePath = '/embed/run/';

/** A page in which code runs. */
export type RunPage = 'console' | 'engine' | 'page';
