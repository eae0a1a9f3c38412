const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the first grapheme of a word: a letter with its accents, or an emoji. */
export function firstLetter(word: string): string {
  for (const { segment } of graphemes.segment(word)) return segment;
  return '';
}
