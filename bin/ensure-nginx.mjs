import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebian, mayInstallDebian } from './install-debian.mjs';

/**
 * Returns the path of nginx: NGINX_PATH, or the system's; null if it isn't installed.
 *
 * @returns {string | null}
 */
export function findNginx() {
  if (process.env.NGINX_PATH) return process.env.NGINX_PATH;
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/opt/homebrew/bin', '/usr/local/bin'];
  return folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path)) ?? null;
}

/**
 * Finds nginx for tests: the installed one, or Debian's package if installing is allowed. Those tests fail without it.
 *
 * @param {(line: string) => void} tell
 * @returns {boolean} whether it is available
 */
export function ensureNginx(tell) {
  if (findNginx() === null && mayInstallDebian()) installDebian('nginx', tell);
  const path = findNginx();
  tell(path ?? 'The tests need nginx. Install it, or set NGINX_PATH.');
  return path !== null;
}
