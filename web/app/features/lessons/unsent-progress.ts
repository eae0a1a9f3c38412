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
export function isNothing({ watched, readBlockIds, positionSeconds }: Gathered): boolean {
  return watched.length === 0 && readBlockIds.length === 0 && positionSeconds === null;
}

const keyOf = (userId: string, lessonId: string) => `progress ${userId} ${lessonId}`;

/** What this browser could not send of a lesson, or does not know to have arrived: of this person alone. */
export function readUnsent(userId: string, lessonId: string): Gathered {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId, lessonId)) ?? 'null');
    return typeof kept === 'object' && kept !== null ? { ...nothing, ...kept } : nothing;
  } catch {
    return nothing;
  }
}

/** Keeps it in this browser until it is known to have arrived; null forgets it. */
export function keepUnsent(userId: string, lessonId: string, given: Gathered | null): void {
  try {
    if (given) localStorage.setItem(keyOf(userId, lessonId), JSON.stringify(given));
    else localStorage.removeItem(keyOf(userId, lessonId));
  } catch {
    // Storage is closed to us: then a lost connection loses a quarter of a minute.
  }
}

/** The lessons of which this person has something unsent in this browser. */
export function unsentLessons(userId: string): string[] {
  const prefix = keyOf(userId, '');
  try {
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  } catch {
    return [];
  }
}
