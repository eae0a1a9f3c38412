import { type Figure, withQuickGoal } from './figure.ts';
import { startSite } from './site.ts';
import { api } from './suites/api.ts';
import { editor } from './suites/editor.ts';
import { adHocQueries } from './suites/ad-hoc-queries.ts';
import { http } from './suites/http.ts';
import { lighthouse } from './suites/lighthouse.ts';
import { mem } from './suites/mem.ts';
import { page } from './suites/page.ts';
import { sql } from './suites/sql.ts';
import { start } from './suites/start.ts';
import { study } from './suites/study.ts';
import { discussions } from './suites/discussions.ts';
import { text } from './suites/text.ts';
import { upload } from './suites/upload.ts';
import type { Suite } from './suites/suite.ts';

/** In this order: what fills the database with a million clips comes last. */
const suites: Readonly<Record<string, Suite>> = {
  page,
  editor,
  text,
  http,
  adhoc: adHocQueries,
  start,
  mem,
  upload,
  sql,
  study,
  discussions,
  api,
  lighthouse,
};

/** The names of all suites. */
export const suiteNames: readonly string[] = Object.keys(suites);

/** Those of a whole run: the others need the network, and run when they are named. */
export const offlineSuiteNames: readonly string[] = suiteNames.filter((name) => name !== 'lighthouse');

const SITE_PORT = 3600;

/**
 * Starts a site of its own, measures it beside its floors, and stops what it started.
 *
 * @param names the suites to run
 * @param isQuick under a minute: short rounds, no large fill, goals that load on the machine cannot change
 * @param peers other addresses that answer already, by name, measured beside the cached page
 * @throws when something does not answer as it should; a missed goal is not an error, `reaches` tells
 */
export async function runBench(options: {
  names: readonly string[];
  isQuick: boolean;
  peers?: Readonly<Record<string, string>>;
  say: (line: string) => void;
}): Promise<Figure[]> {
  const { names, isQuick, peers = {}, say } = options;
  say('Starting the site on a database of its own');
  const site = await startSite(SITE_PORT, say);
  const figures: Figure[] = [];
  try {
    const pace = isQuick ? { rounds: 2, seconds: 1 } : { rounds: 3, seconds: 5 };
    for (const [name, suite] of Object.entries(suites)) {
      if (names.includes(name)) figures.push(...(await suite({ site, isQuick, pace, peers, say })));
    }
  } finally {
    await site.stop();
  }
  return isQuick ? figures.map(withQuickGoal) : figures;
}
