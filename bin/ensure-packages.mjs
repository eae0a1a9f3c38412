import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryAgain } from './try-again.mjs';

/**
 * Installs the packages of the lockfile if they are missing or differ. Takes a millisecond if nothing needs to be done. Returns false,
 * after npm has printed why, if it fails.
 *
 * @param {string} root the project's folder
 * @param {(line: string) => void} tell
 * @returns {boolean}
 */
export function ensurePackages(root, tell) {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stampFile = join(root, 'node_modules', '.newline-lock');
  const stamp = createHash('sha256').update(lockText).digest('hex');
  if (readOrNull(stampFile) === stamp) return true;
  if (!isInstalled(root, JSON.parse(lockText))) {
    tell(
      existsSync(join(root, 'node_modules')) ? 'Packages changed: installing them' : 'Installing packages, once (this needs the network)',
    );
    if (!tryAgain(() => runNpm(root, ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']), tell)) {
      tell('npm ci failed; see its output above. Fix the cause and run it again.');
      return false;
    }
  }
  writeFileSync(stampFile, stamp);
  return true;
}

/** Runs npm, preferably the one that started this process. */
function runNpm(root, args) {
  const npm = process.env.npm_execpath;
  const options = { cwd: root, stdio: ['ignore', 2, 2], env: { ...process.env, NODE_ENV: 'development' } };
  const result = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  return result.status === 0;
}

/** Returns true if npm's own record of node_modules has all packages of the lockfile for this platform. */
function isInstalled(root, lock) {
  const recordText = readOrNull(join(root, 'node_modules', '.package-lock.json'));
  if (recordText === null) return false;
  const installed = JSON.parse(recordText).packages;
  return Object.entries(lock.packages).every(([path, entry]) => {
    const isWorkspace = !path.startsWith('node_modules/') && !path.includes('/node_modules/');
    if (isWorkspace || entry.optional || entry.devOptional)
      return installed[path] === undefined || installed[path].version === entry.version;
    if (entry.link) return existsSync(join(root, path));
    return installed[path]?.version === entry.version && installed[path]?.integrity === entry.integrity;
  });
}

function readOrNull(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
