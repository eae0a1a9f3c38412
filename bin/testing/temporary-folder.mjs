import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'newline-tests-';

/** What the workers of two cores need at the same time, with room to spare: 0.6 GiB were measured. */
const neededBytes = 4 * 1024 ** 3;

/** Makes this process and its children use such a folder for their temporary files, if possible, until this process ends. */
export function useTemporaryFolder() {
  // Vitest and Playwright also run alone, and as children of `npm test`.
  if (tmpdir().startsWith(join(memory, prefix))) return;
  const folder = createTemporaryFolder();
  if (folder === null) return;
  process.env.TMPDIR = folder.path;
  process.on('exit', folder.remove);
}

/**
 * Creates a folder for the temporary files of a test run that is kept in memory, or returns null where that isn't possible. A run creates
 * and deletes more than half a million small files, most of them in copies of databases, and ext4 without a journal takes a millisecond
 * of CPU time for each of them, because it looks for a number that no recently deleted file had.
 *
 * @param {{ parent?: string, isEnough?: (freeBytes: number) => boolean }} [options] `parent` is a folder in memory
 * @returns {{ path: string, remove: () => void } | null}
 */
export function createTemporaryFolder({
  parent = memory,
  isEnough = (freeBytes) => freeBytes >= neededBytes * (availableParallelism() / 2),
} = {}) {
  try {
    sweep(parent);
    const { bavail, bsize } = statfsSync(parent);
    if (!isEnough(Math.min(bavail * bsize, process.availableMemory() / 2))) return null;
    const path = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
    const remove = () => rmSync(path, { recursive: true, force: true });
    // Other users, such as the one that PostgreSQL runs as if this process is root's, create files in it, as in /tmp.
    chmodSync(path, 0o1777);
    if (canRunPrograms(path)) return { path, remove };
    remove();
  } catch {
    // There is no such folder on this system, or it can't be written.
  }
  return null;
}

/** Removes what killed runs left behind. */
function sweep(parent) {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (!isRunning(pid)) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

/** Tests run programs that they write, which some containers forbid in this folder. */
function canRunPrograms(folder) {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o700 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
