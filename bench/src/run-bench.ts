import { type Figure, withQuickGoal } from './figure.ts';
import { startSite } from './site.ts';
import { api } from './suites/api.ts';
import { editor } from './suites/editor.ts';
import { adHocQueries } from './suites/ad-hoc-queries.ts';
import { http } from './suites/http.ts';
import { lighthouse } from './suites/lighthouse.ts';
import { mem } from './suites/mem.ts';
import { page } from './suites/page.ts';
import { practice } from './suites/practice.ts';
import { scale } from './suites/scale.ts';
import { sql } from './suites/sql.ts';
import { start } from './suites/start.ts';
import { study } from './suites/study.ts';
import { discussions } from './suites/discussions.ts';
import { text } from './suites/text.ts';
import { upload } from './suites/upload.ts';
import type { Suite } from './suites/suite.ts';

/** All suites in the order in which they run: the one that fills the database with a million clips is last. */
const suites: Readonly<Record<string, Suite>> = {
  page,
  practice,
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
  scale,
};

/** The names of all suites. */
export const suiteNames: readonly string[] = Object.keys(suites);

/** The names of the suites in a whole run. The others need the network, or minutes and gigabytes; they run only when they're named. */
export const usualSuiteNames: readonly string[] = suiteNames.filter((name) => name !== 'lighthouse' && name !== 'scale');

const USUAL_PORT = 3600;

/**
 * Starts a separate site, measures it against its floors, and stops what it started.
 *
 * @param names the suites to run
 * @param isQuick under a minute: short rounds, no large fill, goals that load on the machine can't change
 * @param peers URLs of other running servers, by name, measured against the cached page
 * @param port of the site on loopback
 * @param dataFolder the data of the site; without one, it's in a temporary folder
 * @throws if an answer is wrong; a missed goal isn't an error, see `reaches`
 */
export async function runBench(options: {
  names: readonly string[];
  isQuick: boolean;
  peers?: Readonly<Record<string, string>>;
  port?: number;
  dataFolder?: string | undefined;
  say: (line: string) => void;
}): Promise<Figure[]> {
  const { names, isQuick, peers = {}, port = USUAL_PORT, dataFolder, say } = options;
  say('Starting the site on a database of its own');
  const site = await startSite(port, say, dataFolder);
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
