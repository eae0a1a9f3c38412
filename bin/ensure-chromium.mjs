import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDebian, mayInstallDebian } from './install-debian.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Chromium without a window: the same engine, with half the CPU time per page. */
const headlessShell = 'chromium-headless-shell';

/**
 * Finds a browser for the tests: the one in CHROME_PATH; Debian's headless shell, installed if allowed; any other installed Chromium; or
 * the one that Playwright downloads. Sets CHROME_PATH to it, except for Playwright's own.
 *
 * @param {(line: string) => void} tell
 * @returns {Promise<boolean>}
 */
export async function ensureChromium(tell) {
  // Not earlier: it is TypeScript, which only Node 24 reads.
  const { findChromium, findCommand } = await import('../api/src/features/book-export/find-chromium.ts');
  const find = () => (process.env.CHROME_PATH ? findChromium() : (findCommand(headlessShell) ?? findChromium()));
  if (!process.env.CHROME_PATH && findCommand(headlessShell) === null && mayInstallDebian()) installDebian(headlessShell, tell);
  if (find() === null && mayInstallDebian()) installDebian('chromium', tell);
  const path = find();
  if (path !== null) {
    process.env.CHROME_PATH = path;
    tell(path);
    return true;
  }
  tell("Fetching Playwright's Chromium");
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  if (spawnSync(process.execPath, [playwright, 'install', 'chromium'], { stdio: ['ignore', 2, 2] }).status === 0) return true;
  tell('The tests need a browser. Install Chrome or Chromium, or set CHROME_PATH.');
  return false;
}
