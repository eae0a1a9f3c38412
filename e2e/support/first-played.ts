import type { Locator } from '@playwright/test';

/** Returns the second at which a video began to play, even if it has played on since; -1 before that. */
export function firstPlayed(video: Locator): Promise<number> {
  return video.evaluate((media: HTMLVideoElement) => (media.played.length > 0 ? media.played.start(0) : -1));
}
