import { advance } from './title.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Inserts break opportunities into words that are wider than a line.
 *
 * @param width the width of a line, in font sizes
 */
export function breakable(title: string, width: number): string {
  const widest = width * 0.9;
  return title
    .trim()
    .split(/\s+/u)
    .map((word) => {
      let part = '';
      let broken = '';
      for (const { segment } of graphemes.segment(word)) {
        if (part !== '' && advance(part + segment) > widest) {
          broken += `${part} `;
          part = '';
        }
        part += segment;
      }
      return broken + part;
    })
    .join(' ');
}
