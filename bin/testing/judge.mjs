import { faultsOfQuarantine } from './quarantine.mjs';

/** The number of flaky tests above which a run isn't trusted. */
const mostFlaky = 20;

/**
 * The result of a run.
 *
 * @typedef {object} Verdict
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} messages a line each: `flaky: …`, `quarantined: …`, `not run: …`
 * @property {string[]} failures what failed, each with the first lines of the reason
 */

/**
 * Judges the reports of all runners. A test that passed in a retry has passed, and is listed as flaky; a quarantined test counts neither
 * way.
 *
 * @param {readonly { name: string, report: import('./report.mjs').RunReport | null, isFine: boolean }[]} runs with whether the runner
 *   itself ended well
 * @param {readonly import('./quarantine.mjs').Quarantined[]} quarantine
 * @param {{ isWhole: boolean }} options whether all tests were run
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

/** Judges one runner's report, and returns its number of flaky tests. */
function judgeRun({ name, report, isFine }, quarantined, verdict, fail) {
  const failedBefore = verdict.failed;
  const tests = report?.tests ?? [];
  let [flaky, excused] = [0, 0];
  for (const test of tests) {
    const called = test.project === '' ? test.title : `${test.title} [${test.project}]`;
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

/** In a file with serial tests, a failing one stops those after it. */
function isBehindQuarantined(test, tests, quarantined) {
  const fileOf = ({ title }) => title.split(' > ', 1)[0];
  return tests.some(
    (other) =>
      quarantined.has(other.title) && other.outcome === 'failed' && other.project === test.project && fileOf(other) === fileOf(test),
  );
}

function indented(message) {
  return message
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}

/**
 * Returns the slowest tests, slowest first, a line each.
 *
 * @param {readonly import('./report.mjs').TestRecord[]} tests
 * @param {number} count
 * @returns {string[]}
 */
export function slowest(tests, count) {
  return tests
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, count)
    .map(({ title, project, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${title}${project === '' ? '' : ` [${project}]`}`);
}
