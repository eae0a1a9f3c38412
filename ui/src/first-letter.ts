const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first character of a word as people see it: a letter with its accents, or an emoji. */
export function firstLetter(word: string): string {
  for (const { segment } of graphemes.segment(word)) return segment;
  return '';
}
