import { statfs } from 'node:fs/promises';
import type { Log } from './log.ts';
import { sentenceOfReason } from './rules/errors/error-messages.ts';

/** Error codes of PostgreSQL and Node for a disk that is full, over quota or read-only. */
const fullCodes: ReadonlySet<string> = new Set(['53100', 'ENOSPC', 'EDQUOT', 'EROFS']);

/** Message for users when nothing could be saved. */
export const diskFullMessage = sentenceOfReason('DISK_FULL', {});

/** Minimum free space in bytes: with less than one segment of its log, PostgreSQL soon stops. */
const leastBytes = 16_777_216;
/** How long the site reports itself as degraded after a failed write, in milliseconds. */
const degradedMs = 60_000;
const logEveryMs = 60_000;

/** Whether an error, or one of its causes, is that of a full disk. */
export function isDiskFull(error: unknown): boolean {
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth += 1) {
    if ('code' in cause && typeof cause.code === 'string' && fullCodes.has(cause.code)) return true;
  }
  return false;
}

/** Records a full disk, for the log and for `/readyz`. */
export type DiskWatch = {
  /** Records an error if it is that of a full disk. Returns whether it is. */
  note(error: unknown): boolean;
  /** Returns why the site can't save anything now; null if it can. */
  degradedBecause(): Promise<string | null>;
};

/** Creates a watch of the disks of DATA_DIR and the database: it logs at most one line a minute, with the remedy. */
export function createDiskWatch({ dataDir, log, now = Date.now }: { dataDir: string; log: Log; now?: () => number }): DiskWatch {
  let notedAt = Number.NEGATIVE_INFINITY;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    note(error) {
      if (!isDiskFull(error)) return false;
      notedAt = now();
      if (notedAt - loggedAt >= logEveryMs) {
        loggedAt = notedAt;
        log.error(
          { err: error, dataDir },
          'The disk is full or cannot be written: nothing can be saved. Free space on the disk of DATA_DIR and on that of the database, or enlarge them. The site then recovers automatically.',
        );
      }
      return true;
    },
    async degradedBecause() {
      if (now() - notedAt < degradedMs) return 'The disk is full or cannot be written. Free space on it, or enlarge it.';
      const room = await statfs(dataDir).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => null,
      );
      if (room === null || room >= leastBytes) return null;
      return `The disk of DATA_DIR has ${Math.floor(room / 1e6)} MB left. Free space on it, or enlarge it.`;
    },
  };
}
