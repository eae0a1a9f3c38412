/** Where a person stopped in a video, kept in this browser for those without an account. */
const keyPrefix = 'newline.position.';

/** Seconds before the end at which a video counts as seen: opening it again starts over. */
const endSeconds = 3;

/** Reads the second at which this browser stopped in the video; 0 when it never did. */
export function readPosition(playbackId: string): number {
  try {
    const seconds = Number(localStorage.getItem(keyPrefix + playbackId));
    return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
  } catch {
    return 0; // Storage may be forbidden; then every visit starts at the beginning.
  }
}

/** Remembers the second in this browser. */
export function writePosition(playbackId: string, seconds: number): void {
  try {
    localStorage.setItem(keyPrefix + playbackId, String(Math.floor(seconds)));
  } catch {
    // Storage may be full or forbidden: resuming is a comfort, not a promise.
  }
}

/** The second to resume at: nothing for a start or an end that is close. */
export function resumeAt(seconds: number, durationSeconds: number | null): number {
  if (seconds < 2) return 0;
  if (durationSeconds !== null && seconds > durationSeconds - endSeconds) return 0;
  return seconds;
}
