import { readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * A test of a run, from any runner.
 *
 * @typedef {object} TestRecord
 * @property {string} title its file, groups and own title, separated by ` > `
 * @property {string} project the project that it ran in, such as the width of a browser test; empty if there is only one
 * @property {'passed' | 'failed' | 'skipped' | 'not run'} outcome of its last try; `not run` if an earlier test in its file stopped it
 * @property {number} tries how many it took until it passed, or how often it failed; 0 if it wasn't run
 * @property {number} ms of its last try
 * @property {string} message why it failed, at its last failed try; empty if it never did
 */

/**
 * The report of a runner.
 *
 * @typedef {object} RunReport
 * @property {TestRecord[]} tests
 * @property {string[]} errors what went wrong outside of any test: a file that can't be loaded, a server that doesn't start
 */

/** The variable with the file name for a reporter's report. */
export const reportVariable = 'NEWLINE_TEST_REPORT';

/** The environment variable with the project of a run's tests, if it isn't the usual one. */
export const projectVariable = 'NEWLINE_TEST_PROJECT';

/** @param {RunReport} report */
export function writeReport(report) {
  const file = process.env[reportVariable];
  if (file === undefined) throw new Error(`writeReport: expected ${reportVariable} to name a file, it is not set`);
  writeFileSync(file, JSON.stringify(report));
}

/**
 * Reads a runner's report; null if the runner ended before it could write one.
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
 * Returns the first lines of a message, without terminal colors.
 *
 * @param {string} message
 * @param {number} lines at most so many
 */
export function inShort(message, lines) {
  return stripVTControlCharacters(message).split('\n').slice(0, lines).join('\n').trim();
}
