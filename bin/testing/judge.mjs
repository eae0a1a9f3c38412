import { faultsOfQuarantine } from './quarantine.mjs';

/** More tests than these that passed only when they were tried again, and the run is not to be believed. */
const mostFlaky = 20;

/**
 * What a run comes to.
 *
 * @typedef {object} Verdict
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} messages a line each: `flaky: …`, `quarantined: …`, `not run: …`
 * @property {string[]} failures what failed, each with the first lines of why
 */

/**
 * Judges the reports of all runners. A test that passed when it was tried again has passed, and is named; one in quarantine
 * counts neither way.
 *
 * @param {readonly { name: string, report: import('./report.mjs').RunReport | null, isFine: boolean }[]} runs with
 *   whether the runner itself ended well
 * @param {readonly import('./quarantine.mjs').Quarantined[]} quarantine
 * @param {{ isWhole: boolean }} options whether every test there is was run
 * @returns {Verdict}
 */
export function judge(runs, quarantine, { isWhole }) {
  const verdict = { passed: 0, failed: 0, messages: [], failures: [] };
  const fail = (what) => {
    verdict.failed += 1;
    verdict.failures.push(what);
  };
  let flaky = 0;
  for (const run of runs) flaky += judgeRun(run, new Set(quarantine.map(({ test }) => test)), verdict, fail);
  if (flaky > mostFlaky) fail(`${flaky} tests passed only when they were tried again; more than ${mostFlaky} fail the run`);
  const titles = isWhole ? new Set(runs.flatMap(({ report }) => report?.tests ?? []).map(({ title }) => title)) : null;
  for (const fault of faultsOfQuarantine(quarantine, titles)) fail(fault);
  return verdict;
}

/** Judges one runner's report, and gives the number of flaky tests in it. */
function judgeRun({ name, report, isFine }, quarantined, verdict, fail) {
  const failedBefore = verdict.failed;
  const tests = report?.tests ?? [];
  let [flaky, excused] = [0, 0];
  for (const test of tests) {
    const called = test.place === '' ? test.title : `${test.title} [${test.place}]`;
    if (quarantined.has(test.title) && test.outcome !== 'skipped') {
      verdict.messages.push(`quarantined: ${called} (${test.outcome})`);
      if (test.outcome !== 'passed') {
        excused += 1;
        verdict.messages.push(indented(test.message));
      }
    } else if (test.outcome === 'passed') {
      verdict.passed += 1;
      if (test.tries > 1) {
        flaky += 1;
        verdict.messages.push(`flaky: ${called} (${test.tries} tries)`, indented(test.message));
      }
    } else if (test.outcome === 'failed') fail(`${called}\n${indented(test.message)}`);
    else if (test.outcome === 'not run') {
      if (isBehindQuarantined(test, tests, quarantined)) verdict.messages.push(`not run, behind one in quarantine: ${called}`);
      else fail(`${called}\n${indented('was not run: one before it in its file failed')}`);
    }
  }
  for (const error of report?.errors ?? []) fail(`${name}: ${error}`);
  if (report === null) fail(`${name}: ended before it could say what its tests came to`);
  else if (!tests.some(({ outcome }) => outcome === 'passed') && excused === 0 && isFine) fail(`${name}: ran no test`);
  else if (!isFine && excused === 0 && verdict.failed === failedBefore) fail(`${name}: ended with a fault though no test failed`);
  return flaky;
}

/** In a file whose tests go on from one another, one that fails stops those after it. */
function isBehindQuarantined(test, tests, quarantined) {
  const fileOf = ({ title }) => title.split(' > ', 1)[0];
  return tests.some(
    (other) => quarantined.has(other.title) && other.outcome === 'failed' && other.place === test.place && fileOf(other) === fileOf(test),
  );
}

function indented(message) {
  return message
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}

/**
 * The tests that took longest, the longest first, a line each.
 *
 * @param {readonly import('./report.mjs').TestRecord[]} tests
 * @param {number} count
 * @returns {string[]}
 */
export function slowest(tests, count) {
  return tests
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, count)
    .map(({ title, place, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${title}${place === '' ? '' : ` [${place}]`}`);
}
