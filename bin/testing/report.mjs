import { readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * One test of a run, whichever runner ran it.
 *
 * @typedef {object} TestRecord
 * @property {string} title its file, the groups it stands in and its own title, with ` > ` between them
 * @property {string} place where it ran, such as the width of a browser test; empty where there is one place only
 * @property {'passed' | 'failed' | 'skipped' | 'not run'} outcome of its last try; `not run` when one before it in its file stopped it
 * @property {number} tries how many it took until it passed, or how often it failed; 0 when it was not run
 * @property {number} ms of its last try
 * @property {string} message why it failed, at its last failed try; empty when it never did
 */

/**
 * What a runner says at its end.
 *
 * @typedef {object} RunReport
 * @property {TestRecord[]} tests
 * @property {string[]} errors what went wrong outside of any test: a file that cannot be loaded, a server that does not start
 */

/** The variable that names the file which a reporter writes its report to. */
export const reportVariable = 'NEWLINE_TEST_REPORT';

/** The variable that says where a run's tests ran, where that is not the usual place. */
export const placeVariable = 'NEWLINE_TEST_PLACE';

/** @param {RunReport} report */
export function writeReport(report) {
  const file = process.env[reportVariable];
  if (file === undefined) throw new Error(`writeReport: expected ${reportVariable} to name a file, it is not set`);
  writeFileSync(file, JSON.stringify(report));
}

/**
 * What a runner wrote; null when it ended before it could.
 *
 * @param {string} file
 * @returns {RunReport | null}
 */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * The first lines of a message, without the colours of a terminal.
 *
 * @param {string} message
 * @param {number} lines how many at most
 */
export function inShort(message, lines) {
  return stripVTControlCharacters(message).split('\n').slice(0, lines).join('\n').trim();
}
