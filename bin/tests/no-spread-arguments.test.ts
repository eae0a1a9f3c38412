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
])('a list isn’t spread into arguments: %s', (line) => {
  expect(isRefused('document/src/x.ts', line)).toBe(true);
  for (const path of ['api/src/features/import-export/x.ts', 'web/app/shared/x.ts', 'cli/src/x.ts', 'ui/src/x.ts'])
    expect(isRefused(path, line)).toBe(true);
});

test.each(['list.push(...[1, 2]);', 'list.push(1);', 'f(...items);', 'list.length = Math.max(1, items.length);'])(
  'this is accepted: %s',
  (line) => {
    expect(isRefused('document/src/x.ts', line)).toBe(false);
  },
);

test('tests may spread, because they know how long their lists are', () => {
  expect(isRefused('api/tests/x.test.ts', 'list.push(...items);')).toBe(false);
});
