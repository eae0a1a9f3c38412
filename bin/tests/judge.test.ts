import { expect, test } from 'vitest';
import { judge, slowest } from '../testing/judge.mjs';
import { tryAgain } from '../try-again.mjs';

const fine = { project: '', outcome: 'passed' as const, tries: 1, ms: 5, message: '' };
const testNamed = (title: string, more: object = {}) => ({ ...fine, title, ...more });
const run = (tests: object[], { errors = [] as string[], isFine = true } = {}) => ({ name: 'vitest', report: { tests, errors }, isFine });
const verdict = (runs: object[], quarantine: object[] = [], isWhole = true) =>
  judge(runs as Parameters<typeof judge>[0], quarantine as Parameters<typeof judge>[1], { isWhole });
const excuse = (test: string) => ({ test, since: '2026-11-22', reason: 'seen red once on a busy machine', row: 'DOC-01' });

test('tests that passed and failed are counted, with the reasons of failures', () => {
  const { passed, failed, failures } = verdict([
    run([testNamed('a > one'), testNamed('a > two', { outcome: 'failed', message: 'expected 1 to be 2', project: 'phone' })], {
      isFine: false,
    }),
    run([testNamed('b > three')]),
  ]);
  expect({ passed, failed, failures }).toEqual({ passed: 2, failed: 1, failures: ['a > two [phone]\n    expected 1 to be 2'] });
});

test('a test that passed on a retry has passed, and is named with its attempts', () => {
  const { passed, failed, messages } = verdict([run([testNamed('a > one', { tries: 3, message: 'too late' })])]);
  expect({ passed, failed, messages }).toEqual({ passed: 1, failed: 0, messages: ['flaky: a > one (3 tries)', '    too late'] });
});

test('more than twenty flaky tests fail the run', () => {
  const flaky = (count: number) => Array.from({ length: count }, (_, index) => testNamed(`a > ${index}`, { tries: 2 }));
  expect(verdict([run(flaky(20))])).toMatchObject({ passed: 20, failed: 0 });
  expect(verdict([run(flaky(21))])).toMatchObject({ passed: 21, failed: 1 });
});

test('a quarantined test is printed and fails nothing; others still do', () => {
  const red = testNamed('a > one', { outcome: 'failed', message: 'too late' });
  const quarantine = [excuse('a > one')];
  expect(verdict([run([red, testNamed('a > two')], { isFine: false })], quarantine)).toMatchObject({
    passed: 1,
    failed: 0,
    messages: ['quarantined: a > one (failed)', '    too late'],
  });
  expect(verdict([run([testNamed('a > one')])], quarantine)).toMatchObject({
    passed: 0,
    failed: 0,
    messages: ['quarantined: a > one (passed)'],
  });
  expect(verdict([run([red, { ...red, title: 'a > two' }], { isFine: false })], quarantine)).toMatchObject({ failed: 1 });
});

test('a quarantine that is too long, names no test or gives no reason fails the run', () => {
  const tests = Array.from({ length: 26 }, (_, index) => testNamed(`a > ${index}`));
  expect(
    verdict(
      [run([...tests, testNamed('a > fine')])],
      tests.slice(1).map(({ title }) => excuse(title)),
    ),
  ).toMatchObject({ failed: 0 });
  expect(
    verdict(
      [run([...tests, testNamed('a > fine')])],
      tests.map(({ title }) => excuse(title)),
    ).failures,
  ).toEqual(['quarantine.json: expected 25 entries at most, got 26']);
  expect(verdict([run([testNamed('a > fine')])], [excuse('a > gone')]).failures).toEqual([
    'quarantine.json: expected entry 1 to name a test, there is none called: a > gone',
  ]);
  expect(verdict([run([testNamed('a > fine')])], [excuse('a > gone')], false)).toMatchObject({ failed: 0 });
  expect(verdict([run([testNamed('a > one'), testNamed('a > two')])], [{ ...excuse('a > one'), reason: '' }])).toMatchObject({ failed: 1 });
});

test('a test that wasn’t run has failed, unless a quarantined one stopped it', () => {
  const stopper = testNamed('a > one', { outcome: 'failed' });
  const stopped = testNamed('a > two', { outcome: 'not run', tries: 0 });
  expect(verdict([run([stopper, stopped], { isFine: false })])).toMatchObject({ failed: 2 });
  expect(verdict([run([stopper, stopped, testNamed('b > fine')], { isFine: false })], [excuse('a > one')])).toMatchObject({
    passed: 1,
    failed: 0,
  });
  const elsewhere = { ...stopped, title: 'b > two' };
  expect(verdict([run([stopper, elsewhere], { isFine: false })], [excuse('a > one')])).toMatchObject({ failed: 1 });
});

test('a runner that failed without a failing test, ran nothing, or printed nothing has failed', () => {
  expect(verdict([run([testNamed('a > one')], { isFine: false })])).toMatchObject({ passed: 1, failed: 1 });
  expect(verdict([run([])])).toMatchObject({ passed: 0, failed: 1 });
  expect(verdict([run([testNamed('a > one', { outcome: 'skipped' })])])).toMatchObject({ passed: 0, failed: 1 });
  expect(verdict([{ name: 'browser', report: null, isFine: true }])).toMatchObject({ passed: 0, failed: 1 });
  expect(verdict([run([testNamed('a > one')], { errors: ['api/tests/c.test.ts\nCannot find package'], isFine: false })]).failures).toEqual([
    'vitest: api/tests/c.test.ts\nCannot find package',
  ]);
});

test('the slowest tests are listed, slowest first', () => {
  const tests = [
    testNamed('a > one', { ms: 900 }),
    testNamed('a > two', { ms: 12_340, project: 'desk' }),
    testNamed('a > three', { ms: 1 }),
  ];
  expect(slowest(tests, 2)).toEqual(['   12.3 s  a > two [desk]', '    0.9 s  a > one']);
});

test('a request to a registry is tried three times', () => {
  const logged: string[] = [];
  let calls = 0;
  expect(
    tryAgain(
      () => (calls += 1) === 3,
      (line) => logged.push(line),
      [1, 1],
    ),
  ).toBe(true);
  expect({ calls, logged: logged.length }).toEqual({ calls: 3, logged: 2 });
  calls = 0;
  expect(tryAgain(() => (calls += 1) > 9, () => {}, [1, 1])).toBe(false);
  expect(calls).toBe(3);
});
