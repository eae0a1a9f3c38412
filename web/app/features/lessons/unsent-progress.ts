import { listUserData, readUserData, setStorageOwner, storageOwner, writeUserData } from '../../shared/browser-storage.ts';
import { joinRanges } from './join-ranges.ts';

/** Progress recorded on a page: pairs of watched seconds, blocks read, and the reader's position. */
export type Gathered = { watched: number[]; readBlockIds: string[]; positionSeconds: number | null; blockId: string | null };

/** The initial value, without any progress. */
export const noProgress: Gathered = { watched: [], readBlockIds: [], positionSeconds: null, blockId: null };

/** Merges two records of progress; the later position counts. */
export function mergeGathered(before: Gathered, now: Gathered): Gathered {
  return {
    watched: joinRanges([...before.watched, ...now.watched]),
    readBlockIds: [...new Set([...before.readBlockIds, ...now.readBlockIds])],
    positionSeconds: now.positionSeconds ?? before.positionSeconds,
    blockId: now.blockId ?? before.blockId,
  };
}

/** True when there is nothing to send. */
export function isEmpty({ watched, readBlockIds, positionSeconds, blockId }: Gathered): boolean {
  return watched.length === 0 && readBlockIds.length === 0 && positionSeconds === null && blockId === null;
}

/**
 * True when this browser's storage belongs to this user. The page was rendered for them, so that is known before the viewer query responds.
 */
function isOwner(userId: string): boolean {
  if (storageOwner() === undefined) setStorageOwner(userId);
  return storageOwner() === userId;
}

/** Reads the progress that hasn't been confirmed by the server, for this user only. */
export function readUnsent(userId: string, lessonId: string): Gathered {
  if (!isOwner(userId)) return noProgress;
  try {
    const stored: unknown = JSON.parse(readUserData('progress', lessonId) ?? 'null');
    return typeof stored === 'object' && stored !== null ? { ...noProgress, ...stored } : noProgress;
  } catch {
    return noProgress;
  }
}

/** Stores progress in this browser until the server confirms it; null removes it. */
export function storeUnsent(userId: string, lessonId: string, progress: Gathered | null): void {
  // Where storage is closed, a lost connection loses up to 15 seconds of progress.
  if (isOwner(userId)) writeUserData('progress', lessonId, progress && JSON.stringify(progress));
}

/** Returns the lessons with unsent progress of this user in this browser. */
export function unsentLessons(userId: string): string[] {
  return isOwner(userId) ? listUserData('progress') : [];
}
