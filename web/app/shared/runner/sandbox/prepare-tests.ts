import type { RunLimits, RunMessage } from './run-message.ts';

/**
 * Adds `test` and `expect` for the tests of an exercise, and `__check`, which runs them and tells how each ended. This function is sent to the
 * sandbox as text, so it uses nothing from outside of itself.
 */
export function prepareTests(limits: RunLimits, send: (message: RunMessage) => void): void {
  const { Error, Object, Array, Date, Math } = globalThis;
  const { __show: show } = globalThis as unknown as { __show: (value: unknown) => string };
  type Outcome = { readonly expected: string; readonly actual: string };
  const failures = new WeakMap<object, Outcome>();
  const tests: { readonly name: string; readonly run: () => unknown }[] = [];

  const isEqual = (one: unknown, other: unknown, depth: number): boolean => {
    if (Object.is(one, other)) return true;
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null || depth > 50) return false;
    if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
    if (one instanceof Date) return one.getTime() === (other as Date).getTime();
    if (one instanceof Map || one instanceof Set) return isEqual([...one], [...(other as Iterable<unknown>)], depth + 1);
    const keys = Object.keys(one);
    if (keys.length !== Object.keys(other).length || (Array.isArray(one) && one.length !== (other as unknown[]).length)) return false;
    return keys.every(
      (key) =>
        Object.hasOwn(other, key) && isEqual((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key], depth + 1),
    );
  };
  const expect = (actual: unknown, isNot = false): object => {
    const judge = (isRight: boolean, expected: string, shown = show(actual)) => {
      if (isRight !== isNot) return;
      const failure = new Error(`Expected ${expected}`);
      failures.set(failure, { expected: isNot ? `not ${expected}` : expected, actual: shown });
      throw failure;
    };
    return {
      toBe: (wanted: unknown) => judge(Object.is(actual, wanted), show(wanted)),
      toEqual: (wanted: unknown) => judge(isEqual(actual, wanted, 0), show(wanted)),
      toContain: (part: unknown) =>
        judge((actual as { includes: (part: unknown) => boolean }).includes(part), `something that contains ${show(part)}`),
      toBeCloseTo: (wanted: number) => judge(Math.abs(Number(actual) - wanted) < 0.005, `about ${show(wanted)}`),
      toThrow: () => {
        try {
          (actual as () => unknown)();
        } catch (error) {
          return judge(true, 'an error', show(error));
        }
        return judge(false, 'an error', 'no error');
      },
      ...(isNot ? {} : { not: expect(actual, true) }),
    };
  };
  Object.defineProperty(globalThis, 'expect', { value: (actual: unknown) => expect(actual) });
  Object.defineProperty(globalThis, 'test', { value: (name: string, run: () => unknown) => tests.push({ name, run }) });
  const check = async () => {
    for (const { name, run } of tests.slice(0, limits.lines)) {
      let outcome: Outcome | null = null;
      try {
        await run();
      } catch (error) {
        outcome = (typeof error === 'object' && error !== null && failures.get(error)) || { expected: 'no error', actual: show(error) };
      }
      send({ kind: 'test', name, isPassed: outcome === null, expected: outcome?.expected ?? '', actual: outcome?.actual ?? '' });
    }
  };
  Object.defineProperty(globalThis, '__check', { value: check });
}
