import type { Locator } from '@playwright/test';

/** The second at which a video began to play, whatever it has run to since; -1 before that. */
export function firstPlayed(video: Locator): Promise<number> {
  return video.evaluate((media: HTMLVideoElement) => (media.played.length > 0 ? media.played.start(0) : -1));
}
