import { expect, test } from 'vitest';
import { findStorage } from '../lint/one-storage.mjs';
import { lintFile } from './lint-file.ts';

test.each([
  ['web/app/shared/browser-storage.ts', 'localStorage'],
  ['e2e/comment-panel.spec.ts', 'localStorage'],
  ['web/app/shared/viewer.tsx', 'location'],
])('%s may use %s', (file, name) => {
  expect(findStorage(file, name)).toBeNull();
});

test('oxlint reports each use of the browser storage outside of its module as an error', () => {
  const lines = [
    "export const a = () => localStorage.getItem('a');",
    "export const b = () => window.sessionStorage.getItem('b');",
    'export const c = () => Object.keys(globalThis.localStorage);',
    "export const d = () => indexedDB.open('d');",
    'export const e = (settings: { localStorage: string }) => settings.localStorage;',
  ];
  const { status, stdout } = lintFile('web/app/features/studio/another-copy.ts', lines);
  expect(stdout.match(/may not use \w+/g)?.toSorted()).toEqual([
    'may not use indexedDB',
    'may not use localStorage',
    'may not use localStorage',
    'may not use sessionStorage',
  ]);
  expect(status).toBe(1);
});
