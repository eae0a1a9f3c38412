import { runInNewContext } from 'node:vm';
import { runLimits } from '@newline/api/rules/limits/run';
import { describe, expect, test } from 'vitest';
import { solve } from '../app/shared/runner/check-exercise.ts';
import { describeTotals } from '../app/shared/runner/exercise.ts';
import { prepareTests } from '../app/shared/runner/sandbox/prepare-tests.ts';
import { readRunMessage, type RunMessage } from '../app/shared/runner/sandbox/run-message.ts';

/** Runs the tests of an exercise in a realm of their own, and returns each as a line. */
async function run(code: string): Promise<string[]> {
  const sent: RunMessage[] = [];
  const script = `globalThis.__show = (value) => JSON.stringify(value) ?? String(value);
    (${String(prepareTests)})(${JSON.stringify(runLimits)}, send);
    (async () => { ${code} })().then(__check)`;
  await (runInNewContext(script, { send: (message: RunMessage) => sent.push(message) }) as Promise<void>);
  return sent.map((one) =>
    one.kind === 'test' ? `${one.name}: ${one.isPassed ? 'passed' : `${one.expected} / ${one.actual}`}` : one.kind,
  );
}

describe('the tests of an exercise @PRACTICE-02', () => {
  test('say what they expected and what they got', async () => {
    expect(
      await run(`
        test('same', () => expect(1 + 1).toBe(2));
        test('other', () => expect(1).toBe(2));
        test('deep', () => expect([{ a: 1 }]).toEqual([{ a: 1 }]));
        test('deeper', () => expect([{ a: 1 }]).toEqual([{ a: 2 }]));
        test('not', () => expect(1).not.toBe(1));
        test('part', () => expect('abc').toContain('x'));
        test('close', () => expect(0.1 + 0.2).toBeCloseTo(0.3));
        test('throws', () => expect(() => { throw new Error(); }).toThrow());
        test('does not', () => expect(() => 1).toThrow());
        test('late', async () => { await null; expect('b').toBe('a'); });
        test('breaks', () => { throw 'up'; });
      `),
    ).toEqual([
      'same: passed',
      'other: 2 / 1',
      'deep: passed',
      'deeper: [{"a":2}] / [{"a":1}]',
      'not: not 1 / 1',
      'part: something that contains "x" / "abc"',
      'close: passed',
      'throws: passed',
      'does not: an error / no error',
      'late: "a" / "b"',
      'breaks: no error / "up"',
    ]);
  });

  test('are read from the sandbox as text of a bounded length, and nothing else', () => {
    const test = { kind: 'test', name: 'x'.repeat(9999), isPassed: 'yes', expected: '<b>', actual: '' };
    const read = readRunMessage(test);
    expect(read).toMatchObject({ kind: 'test', isPassed: false, expected: '<b>' });
    expect(read?.kind === 'test' ? read.name.length : 0).toBeLessThanOrEqual(runLimits.lineLength);
    for (const wrong of [{ name: 1 }, { expected: {} }, { actual: null }]) expect(readRunMessage({ ...test, ...wrong })).toBeNull();
  });
});

test('an author reads how many passed, at which try, and which test failed most @PRACTICE-02', () => {
  const totals = { tried: 9, passed: 6, passedAtFirst: 3, passedAtSecond: 0, passedAtThird: 1, hardestTest: 'adds', hardestTestFailed: 4 };
  expect(describeTotals(totals)).toEqual([
    '6 of 9 learners who tried it passed: 3 at the first try, 1 at the third, 2 later.',
    '“adds” failed most: for 4 of them.',
  ]);
  const none = { tried: 0, passed: 0, passedAtFirst: 0, passedAtSecond: 0, passedAtThird: 0, hardestTest: null, hardestTestFailed: null };
  expect(describeTotals(none)).toEqual(['No learner has tried it yet.']);
});

test('a solution replaces the files that it names, else the one that isn’t the seed', () => {
  const file = (name: string, text: string) => ({ name, text, language: 'sql' as const });
  const files = [file('seed.sql', 'seed'), file('a.sql', 'a'), file('b.sql', 'b')];
  const texts = (...solution: Parameters<typeof solve>[1]) => solve(files, solution).map(({ text }) => text);
  expect(texts(file('b.sql', 'B'))).toEqual(['seed', 'a', 'B']);
  expect(texts(file('query.sql', 'A'))).toEqual(['seed', 'A', 'b']);
});
