/** The characters with known widths, and their widths in thousandths of the font size: Source Serif 4 at display size, weight 480. */
const measured = ' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~’';
const thousandths = [
  216, 283, 359, 534, 493, 846, 698, 189, 336, 336, 428, 517, 279, 305, 279, 327, 493, 493, 493, 493, 493, 493, 493, 493, 493, 493, 279,
  279, 517, 517, 517, 405, 839, 640, 593, 600, 673, 571, 544, 643, 741, 347, 355, 643, 556, 856, 698, 674, 557, 674, 636, 496, 590, 693,
  642, 928, 632, 612, 529, 317, 327, 317, 516, 499, 400, 486, 563, 463, 552, 486, 338, 502, 582, 288, 274, 535, 289, 871, 584, 529, 565,
  539, 414, 416, 318, 566, 489, 737, 498, 493, 437, 335, 291, 335, 517, 201,
];
const advances = new Map([...measured].map((character, index) => [character, (thousandths[index] ?? 550) / 1000]));

/** Returns the width of a text at font size 1. */
export function advance(text: string): number {
  return [...text].reduce((sum, character) => sum + (advances.get(character) ?? 0.55), 0);
}

/** Fills lines up to `limit`, word by word. */
function fillLines(words: readonly string[], size: number, limit: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const next = line === '' ? word : `${line} ${word}`;
    if (line !== '' && advance(next) * size > limit) {
      lines.push(line);
      line = word;
    } else line = next;
  }
  return [...lines, line];
}

/** Breaks a title into balanced lines: the fewest that fit, then the narrowest width with that number. Null when a word is too wide. */
function breakLines(title: string, size: number, width: number): string[] | null {
  const words = title.split(' ');
  const widest = (lines: readonly string[]): number => lines.reduce((maxLines, line) => Math.max(maxLines, advance(line) * size), 0);
  if (widest(words) > width) return null;
  const count = fillLines(words, size, width).length;
  let limit = width;
  while (limit > 40) {
    const tried = fillLines(words, size, limit - 6);
    if (tried.length > count || widest(tried) > limit - 6 + 0.1) break;
    limit -= 6;
  }
  return fillLines(words, size, limit);
}

/**
 * Breaks a title into lines at the largest of `sizes` (descending) at which it fits into `most` lines, or three lines for sizes from 40.
 */
export function setTitle(title: string, width: number, sizes: readonly number[], maxLines: number): { size: number; lines: string[] } {
  for (const size of sizes) {
    const lines = breakLines(title, size, width - size * 0.5);
    if (lines && lines.length <= (size >= 40 ? Math.min(3, maxLines) : maxLines)) return { size, lines };
  }
  const size = sizes.at(-1) ?? 25;
  return { size, lines: breakLines(title, size, width) ?? [title] };
}
