import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../testing/temporary-folder.mjs';

const parent = mkdtempSync(join(tmpdir(), 'newline-parent-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

test('a folder that other users can write in is created, and removed with what is in it', () => {
  const folder = createTemporaryFolder({ parent, isEnough: () => true });
  if (folder === null) throw new Error('Expected a folder');
  expect(statSync(folder.path).mode & 0o7777).toBe(0o1777);
  expect(readdirSync(folder.path)).toEqual([]);
  mkdirSync(join(folder.path, 'cluster'));
  folder.remove();
  expect(existsSync(folder.path)).toBe(false);
});

test('without enough memory, or without a folder that is kept in memory, there is none', () => {
  expect(createTemporaryFolder({ parent, isEnough: () => false })).toBeNull();
  expect(createTemporaryFolder({ parent: join(parent, 'missing'), isEnough: () => true })).toBeNull();
  expect(readdirSync(parent)).toEqual([]);
});

test('what a killed run left behind is removed, and what a running one uses is not', () => {
  // No process has this number: it's above the greatest that Linux uses.
  const left = join(parent, 'newline-tests-4194305-abc');
  const used = join(parent, `newline-tests-${process.pid}-abc`);
  for (const folder of [left, used]) mkdirSync(folder);
  createTemporaryFolder({ parent, isEnough: () => true })?.remove();
  expect(existsSync(left)).toBe(false);
  expect(existsSync(used)).toBe(true);
  rmSync(used, { recursive: true });
});
