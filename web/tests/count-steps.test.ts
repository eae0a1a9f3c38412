import { expect, test } from 'vitest';
import { countSteps, needsBundling, parseCode, withoutExports } from '../app/shared/runner/count-steps.ts';

/** Counts the steps of code, and runs it until it has made too many. */
function run(code: string, most = 1000): { result: unknown; steps: number } {
  let steps = 0;
  const step = () => {
    steps += 1;
    if (steps > most) throw new Error('too many steps');
  };
  const counted = countSteps(code, parseCode(code, 'handler'));
  // oxlint-disable-next-line typescript/no-implied-eval -- the tested code is what the sandbox would run
  return { result: (new Function('__step', counted) as (step: () => void) => unknown)(step), steps };
}

test.each([
  ['a while loop', 'while (true) {}'],
  ['a while loop without braces', 'let a = 0; while (true) a++'],
  ['a do loop', 'do {} while (true)'],
  ['a do loop without braces', 'let a = 0; do a++; while (true)'],
  ['a for loop', 'for (;;);'],
  ['a for-of loop', 'for (const a of (function* () { for (;;) yield 1; })());'],
  ['a loop that catches', 'while (true) { try { throw 1 } catch {} }'],
  ['a loop in a loop that catches', 'for (;;) { try { for (;;); } catch {} }'],
  ['a function', 'function f() { try { f() } finally { f() } } f()'],
  ['an arrow function', 'const f = (n) => f(n + 1) || f(n); f(0)'],
  ['a method', 'class A { b() { this.b(); } } new A().b()'],
  ['a getter', 'const a = { get b() { return this.b; } }; a.b'],
])('%s that never ends is ended', (_name, code) => {
  expect(() => run(code)).toThrow(/too many steps/);
});

test.each([
  ['nested bodies without braces', 'let n = 0; for (let a = 0; a < 3; a++) for (const b of [1, 2]) if (a > b) n += a; return n', 2],
  ['arrow functions in arrow functions', 'const f = (a) => (b) => ({ sum: a + b }); return f(1)(2).sum', 3],
  ['an arrow function as the body of a loop', 'let f; for (const a of [1, 2]) f = () => a\nreturn f()', 2],
  ['a directive without a semicolon', 'function f() { "use strict"\nreturn this }\nreturn f() === undefined', true],
  ['a comma in an arrow function', 'return ((a) => (a++, a))(1)', 2],
  ['labels', 'let n = 0; out: for (;;) { for (;;) { n++; if (n > 3) break out; continue out; } } return n', 4],
  ['a derived class', 'class A {} class B extends A { constructor() { super(); this.c = 1 } } return new B().c', 1],
])('%s still does the same', (_name, code, result) => {
  expect(run(code)).toMatchObject({ result });
});

test('lines stay where they are', () => {
  const code = 'function f() {\n  for (;;)\n    f()\n}\nconst g = () =>\n  1';
  expect(countSteps(code, parseCode(code, 'module')).split('\n')).toHaveLength(code.split('\n').length);
});

test('imports are found wherever they are', () => {
  for (const code of ['import "a"', 'export * from "a"', 'export { a } from "a"', 'if (a) import("a")', 'import.meta.url'])
    expect(needsBundling(parseCode(code, 'module')), code).toBe(true);
  for (const code of ['const a = "import b"', '// import "a"', 'await 1', 'export {}', 'export default 1', 'export const a = 1'])
    expect(needsBundling(parseCode(code, 'module')), code).toBe(false);
});

test.each([
  ['a declaration', 'export const a = 2, b = 3;', 'a * b', 6],
  ['a function and a class', 'export function f() { return new A().b }\nexport class A { b = 4 }', 'f()', 4],
  ['an asynchronous function', 'export async function* f() { yield 1 }', 'typeof f', 'function'],
  ['names, between lines without semicolons', 'let n = 0\nconst a = () => { n++ }\nexport { a, a as b }\n(() => n += 2)()', 'n', 2],
  ['a default with a name', 'export default function f() { return 5 }', 'f()', 5],
  ['a default without one', 'let n = 0\nexport default (() => { n = 6 })()', 'n', 6],
  ['a default function without a name', 'const n = 7\nexport default function () {}', 'n', 7],
  ['a default class without a name', 'const n = 8\nexport default class {}', 'n', 8],
  ['a comment inside', 'export /* 𝒙\n */ default /* y */ class A { static b = 9 }', 'A.b', 9],
])('exports are left out: %s', (_name, code, expression, result) => {
  const program = parseCode(code, 'module');
  const left = withoutExports(code, program);
  expect(left).toHaveLength(code.length);
  expect(left.split('\n')).toHaveLength(code.split('\n').length);
  expect(run(`${left}\nreturn ${expression}`).result).toBe(result);
  expect(run(`${countSteps(left, program)}\nreturn ${expression}`, 1e6).result).toBe(result);
});
