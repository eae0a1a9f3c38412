import { expect, test } from 'vitest';
import { lintFile } from './lint-file.ts';

const isRefused = (path: string, line: string) =>
  lintFile(path, ['declare const list: number[], items: number[], f: (...all: number[]) => void;', line, 'export {};']).stdout.includes(
    'Expected no list as the arguments of',
  );

test.each([
  'list.push(...items);',
  'list.unshift(...items);',
  'list.splice(0, 1, ...items);',
  'Math.max(0, ...items);',
  'String.fromCodePoint(...items);',
])('a list is not passed as arguments: %s', (line) => {
  expect(isRefused('document/src/x.ts', line)).toBe(true);
  expect(isRefused('api/src/features/folders/x.ts', line)).toBe(true);
});

test.each(['list.push(...[1, 2]);', 'list.push(1);', 'f(...items);', 'list.length = Math.max(1, items.length);'])(
  'this may be written: %s',
  (line) => {
    expect(isRefused('document/src/x.ts', line)).toBe(false);
  },
);

test('pages and tests know how long their lists are', () => {
  for (const path of ['web/app/shared/x.ts', 'api/tests/x.test.ts']) expect(isRefused(path, 'list.push(...items);')).toBe(false);
});
