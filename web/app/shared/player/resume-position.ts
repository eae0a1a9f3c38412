import { readUserData, writeUserData } from '../browser-storage.ts';

/** Seconds before the end at which a video counts as seen: opening it again starts over. */
const endSeconds = 3;

/** Reads the second at which the current user of this browser stopped in the video; 0 when they never did. */
export function readPosition(playbackId: string): number {
  const seconds = Number(readUserData('position', playbackId));
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}

/** Stores the second for the current user of this browser. */
export function writePosition(playbackId: string, seconds: number): void {
  // Storage may be full or closed: resuming is a comfort, not a promise.
  writeUserData('position', playbackId, String(Math.floor(seconds)));
}

/** The second to resume at: nothing for a start or an end that is close. */
export function resumeAt(seconds: number, durationSeconds: number | null): number {
  if (seconds < 2) return 0;
  if (durationSeconds !== null && seconds > durationSeconds - endSeconds) return 0;
  return seconds;
}
