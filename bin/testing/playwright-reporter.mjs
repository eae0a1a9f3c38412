import { relative } from 'node:path';
import { inShort, writeReport } from './report.mjs';

/** Writes the results of browser tests, with the number of tries and the site's log during the last failed one. */
export default class PlaywrightReporter {
  errors = [];

  printsToStdio() {
    return false;
  }

  onBegin(config, suite) {
    this.root = process.cwd();
    this.suite = suite;
  }

  onError(error) {
    this.errors.push(inShort(error.stack ?? error.message ?? error.value ?? '', 12));
  }

  /** @param {{ status: string }} result */
  onEnd({ status }) {
    if (status === 'timedout' || status === 'interrupted') this.errors.push(`the browser tests ended before their time: ${status}`);
    writeReport({ tests: (this.suite?.allTests() ?? []).map((test) => this.recordOf(test)), errors: this.errors });
  }

  /** @returns {import('./report.mjs').TestRecord} */
  recordOf(test) {
    const [, project, , ...names] = test.titlePath();
    const last = test.results.at(-1);
    return {
      title: [relative(this.root, test.location.file).replaceAll('\\', '/'), ...names].join(' > '),
      project,
      outcome: outcomeOf(test, last),
      // In serial groups, tests that had passed are run again with the one that failed.
      tries: test.results.filter(({ status }) => status !== 'skipped' && status !== 'passed').length + (last?.status === 'passed' ? 1 : 0),
      ms: last?.duration ?? 0,
      message: messageOf(test.results.findLast(({ errors }) => errors.length > 0)),
    };
  }
}

function outcomeOf(test, last) {
  if (test.expectedStatus === 'skipped') return 'skipped';
  if (last === undefined || last.status === 'skipped') return isSkippedBySelf(test) ? 'skipped' : 'not run';
  return last.status === test.expectedStatus ? 'passed' : 'failed';
}

/** `test.skip()` inside a test leaves an annotation; a test that another one stopped has none. */
function isSkippedBySelf(test) {
  return test.annotations.some(({ type }) => type === 'skip' || type === 'fixme');
}

function messageOf(result) {
  if (result === undefined) return '';
  const [error] = result.errors;
  const at = error.location ? `\nat ${relative(process.cwd(), error.location.file)}:${error.location.line}` : '';
  const log = result.attachments.find(({ name }) => name === 'site log')?.body?.toString() ?? '';
  const output = log === '' ? '' : `\nwhat the site said meanwhile:\n${log.split('\n').slice(-20).join('\n')}`;
  return inShort(error.message ?? error.value ?? '', 16) + at + output;
}
