import { createHash } from 'node:crypto';
import { site } from '@newline/api/rules/site/site';
import type { ShareText } from './share-text.ts';

/** The version of the image layout. Increasing it gives every image a new URL. */
const rendering = 1;

/** Returns the part of an image's URL that changes with its content. */
export function shareHash(text: ShareText): string {
  const { title, kind, by, topic } = text;
  return createHash('sha256')
    .update(JSON.stringify([rendering, title, kind, by, topic, ...(site.hasStandardName ? [] : [site.name])]))
    .digest('hex')
    .slice(0, 12);
}

/**
 * Returns the path of a page's link preview image.
 *
 * @example shareAddress('/courses/sql-said-aloud', words) // '/share/courses/sql-said-aloud.0f3a52c19b7e.png'
 */
export function shareAddress(path: string, text: ShareText): string {
  return `/share${path === '/' ? '/index' : path}.${shareHash(text)}.png`;
}
