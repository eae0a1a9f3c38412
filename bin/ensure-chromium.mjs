import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Sees to a browser for the tests: one that is installed, else Debian's package where we may install it, else the one
 * that Playwright fetches. Its path is left in CHROME_PATH, which stays unset for Playwright's own.
 *
 * @param {(line: string) => void} tell
 * @returns {Promise<boolean>}
 */
export async function ensureChromium(tell) {
  // Not earlier: it is TypeScript, which only Node 24 reads.
  const { findChromium, findCommand } = await import('../cli/src/find-chromium.ts');
  const installed = findChromium();
  if (installed !== null) return use(installed, tell);
  if (process.getuid?.() === 0 && findCommand('apt-get') !== null && existsSync('/etc/debian_version')) {
    tell('Installing Chromium from Debian');
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
    const debian = findChromium();
    if (debian !== null) return use(debian, tell);
  }
  tell("Fetching Playwright's Chromium");
  if (run(process.execPath, [join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'install', 'chromium'])) return true;
  tell('There is no browser for the tests. Install Chrome or Chromium, or set CHROME_PATH to one.');
  return false;
}

function use(path, tell) {
  process.env.CHROME_PATH = path;
  tell(path);
  return true;
}

function run(command, args) {
  return spawnSync(command, args, { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0;
}
