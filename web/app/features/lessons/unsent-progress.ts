import { listUserData, readUserData, setStorageOwner, storageOwner, writeUserData } from '../../shared/browser-storage.ts';
import { joinRanges } from './join-ranges.ts';

/** What a page gathered of a lesson: pairs of watched seconds, blocks read, and where the reader is. */
export type Gathered = { watched: number[]; readBlockIds: string[]; positionSeconds: number | null; blockId: string | null };

/** Nothing gathered. */
export const nothing: Gathered = { watched: [], readBlockIds: [], positionSeconds: null, blockId: null };

/** Joins what was gathered before with what came after it; the later place counts. */
export function mergeGathered(before: Gathered, now: Gathered): Gathered {
  return {
    watched: joinRanges([...before.watched, ...now.watched]),
    readBlockIds: [...new Set([...before.readBlockIds, ...now.readBlockIds])],
    positionSeconds: now.positionSeconds ?? before.positionSeconds,
    blockId: now.blockId ?? before.blockId,
  };
}

/** True when there is nothing to send. */
export function isNothing({ watched, readBlockIds, positionSeconds, blockId }: Gathered): boolean {
  return watched.length === 0 && readBlockIds.length === 0 && positionSeconds === null && blockId === null;
}

/** True when this browser's storage is this user's. The page was rendered for them: that is known before the query of the viewer is answered. */
function isOwner(userId: string): boolean {
  if (storageOwner() === undefined) setStorageOwner(userId);
  return storageOwner() === userId;
}

/** What this browser could not send of a lesson, or does not know to have arrived: of this person alone. */
export function readUnsent(userId: string, lessonId: string): Gathered {
  if (!isOwner(userId)) return nothing;
  try {
    const kept: unknown = JSON.parse(readUserData('progress', lessonId) ?? 'null');
    return typeof kept === 'object' && kept !== null ? { ...nothing, ...kept } : nothing;
  } catch {
    return nothing;
  }
}

/** Keeps it in this browser until it is known to have arrived; null forgets it. */
export function keepUnsent(userId: string, lessonId: string, given: Gathered | null): void {
  // Where storage is closed a lost connection loses a quarter of a minute.
  if (isOwner(userId)) writeUserData('progress', lessonId, given && JSON.stringify(given));
}

/** The lessons of which this person has something unsent in this browser. */
export function unsentLessons(userId: string): string[] {
  return isOwner(userId) ? listUserData('progress') : [];
}
