import { createHash } from 'node:crypto';
import type { ShareWords } from './share-words.ts';

/** Raised when the drawing itself changes: every picture then has a new address. */
const rendering = 1;

/** The part of a picture's address that changes with what it shows. */
export function shareHash(words: ShareWords): string {
  const { title, kind, by, topic } = words;
  return createHash('sha256')
    .update(JSON.stringify([rendering, title, kind, by, topic]))
    .digest('hex')
    .slice(0, 12);
}

/**
 * The address of the picture that stands for a page where somebody links to it.
 *
 * @example shareAddress('/courses/sql-said-aloud', words) // '/share/courses/sql-said-aloud.0f3a52c19b7e.png'
 */
export function shareAddress(path: string, words: ShareWords): string {
  return `/share${path === '/' ? '/index' : path}.${shareHash(words)}.png`;
}
