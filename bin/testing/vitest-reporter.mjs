import { inShort, projectVariable, writeReport } from './report.mjs';

/** Writes the results of vitest's tests with the number of tries, which its own JSON lacks. */
export default class VitestReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly { message?: string, stack?: string }[]} unhandledErrors
   * @param {'passed' | 'failed' | 'interrupted'} reason
   */
  onTestRunEnd(modules, unhandledErrors, reason) {
    const errors = unhandledErrors.map((error) => inShort(error.stack ?? error.message ?? '', 12));
    if (reason === 'interrupted') errors.push('vitest was interrupted before its end');
    for (const module of modules) {
      const suites = [module, ...module.children.allSuites()];
      for (const suite of suites)
        for (const error of suite.errors()) errors.push(`${module.relativeModuleId}\n${inShort(error.stack ?? error.message, 12)}`);
    }
    writeReport({ tests: modules.flatMap((module) => [...module.children.allTests()].map((test) => recordOf(module, test))), errors });
  }
}

/** @returns {import('./report.mjs').TestRecord} */
function recordOf(module, test) {
  const { state, errors } = test.result();
  const diagnostic = test.diagnostic();
  return {
    title: `${module.relativeModuleId} > ${test.fullName}`,
    project: process.env[projectVariable] ?? '',
    // A test whose group failed before it stays pending.
    outcome: state === 'pending' ? 'not run' : state,
    tries: (diagnostic?.retryCount ?? 0) + 1,
    ms: diagnostic?.duration ?? 0,
    message: errors?.length ? inShort(errors[0].stack ?? errors[0].message, 12) : '',
  };
}
