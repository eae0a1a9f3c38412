import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

type Manifest = { license?: string; workspaces?: string[]; [group: string]: unknown };

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}

/** Returns the name and version of all dependencies in each package.json, without our own packages. */
function directDependencies(): Map<string, string> {
  const versions = new Map<string, string>();
  for (const folder of ['.', ...(readManifest('.').workspaces ?? [])]) {
    const manifest = readManifest(folder);
    for (const group of ['dependencies', 'devDependencies', 'optionalDependencies']) {
      for (const [name, version] of Object.entries((manifest[group] ?? {}) as Record<string, string>))
        if (!name.startsWith('@newline/')) versions.set(name, version);
    }
  }
  return versions;
}

/** Returns the name and license in each line of the page's tables. */
function explained(): Map<string, string> {
  const lines = readFileSync(join(root, 'docs/dependencies.md'), 'utf8').matchAll(/^\| `([^`]+)` \| [^|]+ \| ([^|]+?) \|/gm);
  return new Map([...lines].map(([, name = '', license = '']) => [name, license]));
}

test('docs/dependencies.md explains every direct dependency and no others', () => {
  expect([...explained().keys()].toSorted()).toEqual([...directDependencies().keys()].toSorted());
});

test('the licenses in docs/dependencies.md are those of the packages', () => {
  for (const [name, license] of explained()) {
    // Packages for another platform aren't installed here.
    if (existsSync(join(root, 'node_modules', name)))
      expect([name, readManifest(join('node_modules', name)).license]).toEqual([name, license]);
  }
});

test('every version is exact', () => {
  for (const [name, version] of directDependencies())
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/)]);
});
