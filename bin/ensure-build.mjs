import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Everything that the built pages are made of. */
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
  'package-lock.json',
];
/** What beside them decides how a page looks that the server makes. */
const serverSources = ['api/src', 'db/src', 'db/migrations/committed', 'web/server.ts'];
const rootSources = /^(vite\.config|react-router\.config|package)\.(ts|js|json)$/;

/**
 * Names, sizes and times of everything that pages are made by: as long as it stays, nothing has been changed. Much cheaper than what
 * the files hold.
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
 * Builds the pages unless those that are there were made of exactly these sources. Returns false, with the bundler's
 * own words, when the build fails.
 *
 * @param {string} root the project's folder
 * @param {(line: string) => void} tell
 * @param {string} stamp of stampSources
 * @returns {boolean}
 */
export function ensureBuild(root, tell, stamp = stampSources(root)) {
  const stampFile = join(root, 'web', 'build', '.sources');
  const isBuilt = existsSync(join(root, 'web', 'build', 'server')) && existsSync(stampFile);
  const [hashBefore, stampBefore] = isBuilt ? readFileSync(stampFile, 'utf8').split('\n') : [];
  if (stampBefore === stamp) return true;
  const hash = hashSources(root);
  if (hashBefore === hash) {
    try {
      writeFileSync(stampFile, `${hash}\n${stamp}`);
    } catch {
      // A folder that may not be written is looked through at every start.
    }
    return true;
  }
  tell('Building the pages');
  const builder = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs');
  const result = spawnSync(process.execPath, [builder, 'build'], {
    cwd: join(root, 'web'),
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (result.status !== 0) {
    tell(`The pages could not be built:\n${result.stdout}${result.stderr}`);
    return false;
  }
  writeFileSync(stampFile, `${hash}\n${stamp}`);
  return true;
}

/** One hash over the names and contents of all that the build is made of. */
function hashSources(root) {
  const hash = createHash('sha256');
  for (const path of filesOf(root, sources)) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** The files of the settings of the build, and these, with those in these folders, by their paths from the root. */
function filesOf(root, paths) {
  const settings = readdirSync(join(root, 'web')).filter((entry) => rootSources.test(entry));
  const files = settings.toSorted().map((name) => `web/${name}`);
  for (const path of paths.filter((candidate) => existsSync(join(root, candidate)))) {
    if (path.includes('.')) files.push(path);
    else {
      const entries = readdirSync(join(root, path), { recursive: true, withFileTypes: true });
      const found = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1));
      files.push(...found.toSorted());
    }
  }
  return files;
}
