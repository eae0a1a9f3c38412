import { installDebian, mayInstallDebian } from './install-debian.mjs';

/**
 * Finds pgbouncer for tests: the installed one, or Debian's package if installing is allowed. Those tests fail without it.
 *
 * @param {(line: string) => void} tell
 * @returns {Promise<boolean>} whether it is available
 */
export async function ensurePgbouncer(tell) {
  // Not earlier: it is TypeScript, which only Node 24 reads.
  const { findPgbouncer } = await import('../db/src/test-pgbouncer.ts');
  if (findPgbouncer() === null && mayInstallDebian()) installDebian('pgbouncer', tell);
  const path = findPgbouncer();
  tell(path ?? 'The tests need pgbouncer. Install it, or set PGBOUNCER_PATH.');
  return path !== null;
}
