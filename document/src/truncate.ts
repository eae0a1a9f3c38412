const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The most code units of a character as people see it, unless it's made to break a layout. */
const longestGrapheme = 64;

/** Returns the start of a text, at most `maxLength` UTF-16 code units long. Never splits an emoji or an accented letter. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let end = 0;
  // The last grapheme starts within the limit, so only its surroundings need to be searched.
  for (const { index, segment } of segmenter.segment(text.slice(0, maxLength + longestGrapheme))) {
    if (index + segment.length > maxLength) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

/**
 * Shortens a text to one line of at most `most` characters as people see them (graphemes), including the ellipsis. The text is cut between
 * words if a word ends in the last third.
 */
export function truncate(text: string, most: number): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  if (line.length <= most) return line;
  let count = 0;
  let end = 0;
  for (const { index } of segmenter.segment(cutText(line, most * longestGrapheme))) {
    if (count === most - 1) end = index;
    count += 1;
    if (count > most) break;
  }
  if (count <= most && line.length <= most * longestGrapheme) return line;
  const start = line.slice(0, end);
  const space = line[end] === ' ' ? end : start.lastIndexOf(' ');
  return `${(space * 3 >= end * 2 ? start.slice(0, space) : start).trimEnd()}…`;
}
