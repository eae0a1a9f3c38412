const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** No character as people see it has more code units than this, unless it's made to break a layout. */
const longestGrapheme = 64;

/** The start of a text, of at most so many UTF-16 code units. An emoji or an accented letter is never cut in two. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let end = 0;
  // The last grapheme starts within the limit, so its neighborhood is all that needs to be looked at.
  for (const { index, segment } of segmenter.segment(text.slice(0, maxLength + longestGrapheme))) {
    if (index + segment.length > maxLength) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

/**
 * A text on one line for a place that has room for `most` characters as people see them (graphemes), the ellipsis included. It's cut
 * between words where a word ends in the last third.
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
