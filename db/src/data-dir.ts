import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from './start-error.ts';

/**
 * Makes DATA_DIR, and the folders above it, unless it is there.
 *
 * @throws StartError when this account cannot make it, read it or write into it
 */
export function makeDataDir(dataDir: string): void {
  try {
    makeFolders(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    // The umask of the caller may have taken the passage away.
    if (process.getuid?.() === 0) chmodSync(dataDir, statSync(dataDir).mode | 0o711);
  } catch (error) {
    throw unwritableDataDir(dataDir, error);
  }
}

/** The one sentence for a DATA_DIR that refused what a file system was asked for. */
export function unwritableDataDir(dataDir: string, error: unknown): StartError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return new StartError(`DATA_DIR ${dataDir} is not writable (${code}). Give this user write access, or set DATA_DIR to another folder.`);
}

/**
 * One folder after the other: `recursive` of Node 24 tries for ever where the system says ENOENT below a folder that is
 * there, as /proc does.
 */
function makeFolders(path: string): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  try {
    // Others may pass through (PostgreSQL's account must) but not list.
    mkdirSync(path, { mode: 0o711 });
  } catch (error) {
    // Two that start at once both make it.
    if (!existsSync(path)) throw error;
  }
}
