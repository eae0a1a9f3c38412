import { expect, test } from 'vitest';
import { findStorage } from '../lint/one-storage.mjs';
import { lintFile } from './lint-file.ts';

test.each([
  ['web/app/shared/browser-storage.ts', 'localStorage'],
  ['web/app/shared/browser-tabs.ts', 'BroadcastChannel'],
  ['web/app/shared/browser-tabs.ts', 'navigator.locks'],
  ['web/app/shared/offline/offline-titles.ts', 'caches'],
  ['web/app/shared/offline/start-worker.ts', 'navigator.serviceWorker'],
  ['e2e/comment-panel.spec.ts', 'localStorage'],
  ['web/app/shared/viewer.tsx', 'location'],
])('%s may use %s', (file, name) => {
  expect(findStorage(file, name)).toBeNull();
});

test('only one module of offline copies uses the browser’s caches', () => {
  expect(findStorage('web/app/shared/offline/keep-title.ts', 'caches')).toContain('may not use caches');
  expect(findStorage('web/app/offline-worker/service-worker.ts', 'caches')).toContain('may not use caches');
});

test('oxlint reports each use of browser storage outside of its module', () => {
  const lines = [
    "export const a = () => localStorage.getItem('a');",
    "export const b = () => window.sessionStorage.getItem('b');",
    'export const c = () => Object.keys(globalThis.localStorage);',
    "export const d = () => indexedDB.open('d');",
    'export const e = (settings: { localStorage: string }) => settings.localStorage;',
    "export const f = (channel: BroadcastChannel | null) => channel ?? new BroadcastChannel('f');",
    "export const g = () => navigator.locks.request('g', () => window.navigator.serviceWorker);",
    'export const h = (lesson: { cookie: string; locks: number }) => document.cookie + lesson.cookie + lesson.locks;',
  ];
  const { status, stdout } = lintFile('web/app/features/studio/another-copy.ts', lines);
  expect(stdout.match(/may not use [\w.]+\w/g)?.toSorted()).toEqual([
    'may not use BroadcastChannel',
    'may not use document.cookie',
    'may not use indexedDB',
    'may not use localStorage',
    'may not use localStorage',
    'may not use navigator.locks',
    'may not use navigator.serviceWorker',
    'may not use sessionStorage',
  ]);
  expect(status).toBe(1);
});
