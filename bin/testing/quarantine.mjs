import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The most entries, beyond which the list is no longer an exception. */
const mostEntries = 25;

/**
 * A flaky test that is being investigated: it runs and is printed, but doesn't fail the run.
 *
 * @typedef {object} Quarantined
 * @property {string} test the title as the run prints it, without its place
 * @property {string} since the date, such as 2026-11-22
 * @property {string} reason what was seen, and what is suspected
 * @property {string} row the requirement that isn't done while this entry exists, such as DISC-09
 */

/** The file with the list, relative to the project's folder. */
const quarantineFile = 'quarantine.json';

/**
 * @param {string} root the project's folder
 * @returns {Quarantined[]}
 */
export function readQuarantine(root) {
  return JSON.parse(readFileSync(join(root, quarantineFile), 'utf8'));
}

/**
 * Returns what is wrong with the list itself.
 *
 * @param {readonly Quarantined[]} list
 * @param {ReadonlySet<string> | null} titles of all tests; null if only some were run
 * @returns {string[]}
 */
export function faultsOfQuarantine(list, titles) {
  const faults = [];
  if (list.length > mostEntries) faults.push(`${quarantineFile}: expected ${mostEntries} entries at most, got ${list.length}`);
  for (const [index, entry] of list.entries()) {
    for (const name of ['test', 'since', 'reason', 'row'])
      if (typeof entry[name] !== 'string' || entry[name] === '')
        faults.push(`${quarantineFile}: expected entry ${index + 1} to say its ${name}, it does not`);
    if (titles !== null && !titles.has(entry.test))
      faults.push(`${quarantineFile}: expected entry ${index + 1} to name a test, there is none called: ${entry.test}`);
  }
  return faults;
}
