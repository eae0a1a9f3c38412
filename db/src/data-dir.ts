import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from './start-error.ts';

/**
 * Creates DATA_DIR and its parent folders if needed.
 *
 * @throws StartError if this account can't create, read or write it
 */
export function makeDataDir(dataDir: string): void {
  try {
    makeFolders(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    // The caller's umask may have removed the permission to pass through.
    if (process.getuid?.() === 0) chmodSync(dataDir, statSync(dataDir).mode | 0o711);
  } catch (error) {
    throw unwritableDataDir(dataDir, error);
  }
}

/** Returns the error for a DATA_DIR that rejected an operation of the file system. */
export function unwritableDataDir(dataDir: string, error: unknown): StartError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return new StartError(`DATA_DIR ${dataDir} is not writable (${code}). Give this user write access, or set DATA_DIR to another folder.`);
}

/**
 * Creates one folder after the other: with `recursive`, Node 24 retries forever if the system reports ENOENT below an existing folder, as
 * /proc does.
 */
function makeFolders(path: string): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  try {
    // Others can pass through (PostgreSQL's account must) but not list it.
    mkdirSync(path, { mode: 0o711 });
  } catch (error) {
    // Two simultaneous starts both create it.
    if (!existsSync(path)) throw error;
  }
}
