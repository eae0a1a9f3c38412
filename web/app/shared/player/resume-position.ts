import { readUserData, writeUserData } from '../browser-storage.ts';

/** The number of seconds before the end at which a video counts as watched; opening it again starts over. */
const endSeconds = 3;

/** Returns the second at which the current user of this browser stopped; 0 if they haven't watched the video. */
export function readPosition(playbackId: string): number {
  const seconds = Number(readUserData('position', playbackId));
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}

/** Stores the second for the current user of this browser. */
export function writePosition(playbackId: string, seconds: number): void {
  // Storage may be full or closed; resuming is optional.
  writeUserData('position', playbackId, String(Math.floor(seconds)));
}

/** Returns the second to resume at; 0 when it's close to the start or the end. */
export function resumeAt(seconds: number, durationSeconds: number | null): number {
  if (seconds < 2) return 0;
  if (durationSeconds !== null && seconds > durationSeconds - endSeconds) return 0;
  return seconds;
}
