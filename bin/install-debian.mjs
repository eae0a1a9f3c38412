import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tryAgain } from './try-again.mjs';

/** Returns true on Debian or a derived system on which this process can install packages. */
export function mayInstallDebian() {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
}

/**
 * Installs a Debian package, without its recommended ones.
 *
 * @param {string} name
 * @param {(line: string) => void} tell
 * @returns {boolean} whether it is installed now
 */
export function installDebian(name, tell) {
  tell(`Installing ${name} from Debian`);
  const apt = (...args) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0;
  return tryAgain(() => apt('update', '-qq') && apt('install', '-y', '-qq', '--no-install-recommends', name), tell);
}
