/** The name of the message with which a page on the embed origin reports its height. */
export const embedHeightMessage = 'newline-embed-height';

/**
 * Reads a message that reports a page's height, or returns null for another message. The caller must also check that `event.source` is the
 * window of the frame that is resized, because the page has no origin of its own to compare.
 *
 * @returns the height in whole pixels, from 40 to 4,000
 */
export function readEmbedHeight(data: unknown): number | null {
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== embedHeightMessage || !('height' in data))
    return null;
  const { height } = data;
  return typeof height === 'number' && Number.isFinite(height) ? Math.min(4000, Math.max(40, Math.ceil(height))) : null;
}
