/** The name of the message in which a page of the embed origin tells its height. */
export const embedHeightMessage = 'newline-embed-height';

/**
 * Reads such a message; null when it is none. Whoever listens checks besides that `event.source` is the window of the frame
 * that is resized: the page has no origin of its own that could be compared.
 *
 * @returns whole pixels, from 40 to 4,000
 */
export function readEmbedHeight(data: unknown): number | null {
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== embedHeightMessage || !('height' in data))
    return null;
  const { height } = data;
  return typeof height === 'number' && Number.isFinite(height) ? Math.min(4000, Math.max(40, Math.ceil(height))) : null;
}
