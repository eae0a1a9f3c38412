import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The sources of the pages. */
const sources = [
  'api/schema.graphql',
  'web/app',
  'web/server',
  'web/public',
  'ui/src',
  'document/src',
  'editor/src',
  'site.config.ts',
  'embeds.config.ts',
  'home.config.ts',
  'pages.config.ts',
  'sources.config.ts',
  'package-lock.json',
];
/** Additional sources of the server, or files that it reads, which determine how a page looks. */
const serverSources = ['api/src', 'db/src', 'db/demo/src', 'db/migrations/committed', 'web/server.ts'];
const rootSources = /^(vite\.config|react-router\.config|rolldown\.config|package)\.(ts|js|json)$/;

/** The builds in order: the pages, then the single program that contains them and the server. */
const builds = [
  { name: 'pages', sources, command: ['@react-router', 'dev', 'bin.cjs'], parameters: ['build'] },
  {
    name: 'server',
    sources: [...sources, ...serverSources],
    command: ['rolldown', 'bin', 'cli.mjs'],
    parameters: ['-c', 'rolldown.config.ts'],
  },
];

/** The program that `npm start` runs, relative to the project's folder. */
export const builtServer = 'web/build/site/server.js';

const stampFile = ['web', 'build', '.sources'];

/**
 * Returns the names, sizes and times of all sources: while it stays the same, nothing has changed. Much cheaper than reading the files.
 *
 * @param {string} root the project's folder
 * @returns {string}
 */
export function stampSources(root) {
  const hash = createHash('sha256');
  for (const path of filesOf(root, [...sources, ...serverSources])) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest('hex');
}

/**
 * Returns true unless this is an image of the built site, without the sources of its pages.
 *
 * @param {string} root the project's folder
 * @returns {boolean}
 */
export function hasSources(root) {
  return existsSync(join(root, 'web', 'app'));
}

/**
 * Returns what stampSources returned when the site was built.
 *
 * @param {string} root the project's folder
 * @returns {string}
 */
export function readBuildStamp(root) {
  return readFileSync(join(root, ...stampFile), 'utf8').split('\n', 1)[0] ?? '';
}

/**
 * Builds the pages and the server unless the existing ones were made from exactly these sources. Returns false, after printing the
 * bundler's output, if a build fails.
 *
 * @param {string} root the project's folder
 * @param {(line: string) => void} tell
 * @param {string} stamp of stampSources
 * @returns {boolean}
 */
export function ensureBuild(root, tell, stamp = stampSources(root)) {
  const stampPath = join(root, ...stampFile);
  const isBuilt = existsSync(join(root, builtServer)) && existsSync(stampPath);
  const [stampBefore, ...hashesBefore] = isBuilt ? readFileSync(stampPath, 'utf8').split('\n') : [];
  if (stampBefore === stamp) return true;
  const hashes = builds.map((build) => hashSources(root, build.sources));
  // The server contains the pages, so everything after a changed build is rebuilt.
  const firstChanged = builds.findIndex((_, index) => hashes[index] !== hashesBefore[index]);
  for (const { name, command, parameters } of firstChanged < 0 ? [] : builds.slice(firstChanged)) {
    tell(`Building the ${name}`);
    const result = spawnSync(process.execPath, [join(root, 'node_modules', ...command), ...parameters], {
      cwd: join(root, 'web'),
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production' },
    });
    if (result.status !== 0) {
      tell(`The ${name} could not be built:\n${result.stdout}${result.stderr}`);
      return false;
    }
  }
  try {
    writeFileSync(stampPath, [stamp, ...hashes].join('\n'));
  } catch (error) {
    // In a read-only folder, the sources are compared on each start.
    if (firstChanged >= 0) throw error;
  }
  return true;
}

/** Returns one hash of the names and contents of all sources of a build. */
function hashSources(root, paths) {
  const hash = createHash('sha256');
  for (const path of filesOf(root, paths)) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Returns the configuration files of the build, these files, and the files in these folders, by their paths from the root. */
function filesOf(root, paths) {
  const settings = readdirSync(join(root, 'web')).filter((entry) => rootSources.test(entry));
  const files = settings.toSorted().map((name) => `web/${name}`);
  for (const path of paths.filter((candidate) => existsSync(join(root, candidate)))) {
    if (path.includes('.')) files.push(path);
    else {
      const entries = readdirSync(join(root, path), { recursive: true, withFileTypes: true });
      const inFolder = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1));
      files.push(...inFolder.toSorted());
    }
  }
  return files;
}
