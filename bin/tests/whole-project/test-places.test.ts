import { readdirSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The source folders of each package that its tests are about. */
const sources: Readonly<Record<string, readonly string[]>> = {
  api: ['api/src'],
  bin: ['bin/lint', 'bin/testing'],
  cli: ['cli/src'],
  db: ['db/src', 'db/demo', 'db/migrations'],
  document: ['document/src'],
  editor: ['editor/src'],
  ui: ['ui/src'],
  web: ['web/app', 'web/server'],
};

/** The folders of features, whose part in a package may be only SQL. */
const features = ['api/src/features', 'web/app/features', 'web/app/shared'];

const namesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).map((entry) => ({
    isFolder: entry.isDirectory(),
    path: relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'),
  }));

/** Returns the name without extensions and without the number of a migration. */
const plainName = (path: string) =>
  basename(path)
    .replace(/^\d{6}-/, '')
    .replace(/\..*$/, '');

/** Returns what tests of a package can be named after. */
function namesOf(name: string, folders: readonly string[]): { names: Set<string>; folders: Set<string> } {
  const entries = [...folders.flatMap(namesIn), ...readdirSync(join(root, name)).map((path) => ({ isFolder: false, path }))];
  return {
    names: new Set(entries.map(({ path }) => plainName(path))),
    folders: new Set([...entries, ...features.flatMap(namesIn)].filter(({ isFolder }) => isFolder).map(({ path }) => basename(path))),
  };
}

/**
 * Returns the tests of a package that neither have the name of a source nor are in a folder of one, or in `whole-…`, which is about all of
 * them.
 */
function strayTests(name: string, folders: readonly string[], tests = namesIn(`${name}/tests`).map(({ path }) => path)): string[] {
  const sourceNames = namesOf(name, folders);
  return tests.filter((path) => {
    if (!/\.test\.tsx?$/.test(path) || sourceNames.names.has(plainName(path))) return false;
    const rooms = dirname(relative(`${name}/tests`, path))
      .split(sep)
      .join('/')
      .split('/');
    return !rooms.every((room) => room.startsWith('whole-') || sourceNames.folders.has(room) || sourceNames.names.has(room));
  });
}

test.each(Object.entries(sources))('every test of %s is named after what it tests or is in a folder with that name', (name, folders) => {
  expect(strayTests(name, folders)).toEqual([]);
});

test('a test that is named after nothing is found', () => {
  const tests = [
    'api/tests/odds-and-ends.test.ts',
    'api/tests/nowhere/odds.test.ts',
    'api/tests/env.test.ts',
    'api/tests/mail/odds.test.ts',
  ];
  expect(strayTests('api', ['api/src'], tests)).toEqual(['api/tests/odds-and-ends.test.ts', 'api/tests/nowhere/odds.test.ts']);
});
