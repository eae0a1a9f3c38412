import { createHash } from 'node:crypto';
import type { ShareWords } from './share-words.ts';

/** The version of the image layout. Increasing it gives every image a new URL. */
const rendering = 1;

/** Returns the part of an image's URL that changes with its content. */
export function shareHash(words: ShareWords): string {
  const { title, kind, by, topic } = words;
  return createHash('sha256')
    .update(JSON.stringify([rendering, title, kind, by, topic]))
    .digest('hex')
    .slice(0, 12);
}

/**
 * Returns the path of a page's link preview image.
 *
 * @example shareAddress('/courses/sql-said-aloud', words) // '/share/courses/sql-said-aloud.0f3a52c19b7e.png'
 */
export function shareAddress(path: string, words: ShareWords): string {
  return `/share${path === '/' ? '/index' : path}.${shareHash(words)}.png`;
}
