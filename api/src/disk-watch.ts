import { statfs } from 'node:fs/promises';
import type { Log } from './log.ts';
import { sentenceOfReason } from './rules/errors/error-messages.ts';

/** How PostgreSQL and Node say that a disk is full, its quota used up, or that it can't be written any more. */
const fullCodes: ReadonlySet<string> = new Set(['53100', 'ENOSPC', 'EDQUOT', 'EROFS']);

/** What users read when nothing could be saved. */
export const diskFullMessage = sentenceOfReason('DISK_FULL', {});

/** With less room than this PostgreSQL soon stops: it is one segment of its log. */
const leastBytes = 16_777_216;
/** So long after the last write that failed, the site calls itself degraded. */
const degradedMs = 60_000;
const logEveryMs = 60_000;

/** True for an error of a full disk, also when it is the cause of another one. */
export function isDiskFull(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1) {
    if ('code' in at && typeof at.code === 'string' && fullCodes.has(at.code)) return true;
  }
  return false;
}

/** Notes that the disk is full, for the log and for `/readyz`. */
export type DiskWatch = {
  /** Notes an error if it is one of a full disk. Returns whether it is. */
  note(error: unknown): boolean;
  /** Why the site can't save anything now; null when it can. */
  degradedBecause(): Promise<string | null>;
};

/** Creates a watch over the disk of DATA_DIR and that of the database: one line in the log a minute, with the remedy. */
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
          'The disk is full or cannot be written: nothing can be saved. Free space on the disk of DATA_DIR and on that of the database, or enlarge them. The site goes on by itself.',
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
