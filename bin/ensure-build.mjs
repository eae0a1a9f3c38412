import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
const rootSources = /^(vite\.config|react-router\.config|package)\.(ts|js|json)$/;

/**
 * Builds the pages unless those that are there were made of exactly these sources. Returns false, with the bundler's
 * own words, when the build fails.
 *
 * @param {string} root the project's folder
 * @param {(line: string) => void} tell
 * @returns {boolean}
 */
export function ensureBuild(root, tell) {
  const stampFile = join(root, 'web', 'build', '.sources');
  const stamp = hashSources(root);
  if (existsSync(join(root, 'web', 'build', 'server')) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return true;
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
  writeFileSync(stampFile, stamp);
  return true;
}

/** One hash over the names and contents of all sources. */
function hashSources(root) {
  const hash = createHash('sha256');
  const add = (path) =>
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  for (const name of readdirSync(join(root, 'web'))
    .filter((entry) => rootSources.test(entry))
    .toSorted())
    add(`web/${name}`);
  for (const source of sources.filter((path) => existsSync(join(root, path)))) {
    if (source.includes('.')) add(source);
    else {
      const entries = readdirSync(join(root, source), { recursive: true, withFileTypes: true });
      const files = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1));
      for (const file of files.toSorted()) add(file);
    }
  }
  return hash.digest('hex');
}
