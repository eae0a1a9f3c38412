import { breakable } from './breakable.ts';
import { coverRandom } from './cover-random.ts';
import { escapeMarkup } from './escape-markup.ts';
import { figurePath } from './figures.ts';
import { returnMark } from './lay-out-cover.ts';
import type { SetType } from './share-image.ts';
import { setTitle } from './title.ts';
import { FIGURES_OF_TOPIC, printedInks, type Topic } from './topic.ts';

/** The texts of a sheet, from top to bottom. */
export type PrintedDocumentInput = {
  /** Who issues it. */
  readonly heading: string;
  /** The small line above the name. */
  readonly above: string;
  readonly name: string;
  /** The small line between name and title. */
  readonly between: string;
  readonly title: string;
  /** The small line below the title. */
  readonly below: string;
  /** The small lines at the bottom. */
  readonly foot: readonly string[];
  /** All of it in a sentence, for those who can't see it. */
  readonly label: string;
  readonly topic: Topic;
};

/** Returns false for a text with characters that the fonts of `SetType` don't have. */
export type HasType = (text: string, face: 'title' | 'by') => boolean;

/** The sizes of the sheet: A4 in landscape, in SVG units. */
export const printedDocumentSize = { width: 1200, height: 848 };

const [paper, ink, quiet, rule, accent] = ['#f4f5f1', '#161c19', '#4d5852', '#cfd6cc', '#bf2a12'];
const bandX = 912;
const marginX = 96;
const textX = 128;
const textWidth = bandX - textX - 40;
/** Longer than any text that fits. */
const maxGraphemes = 400;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** How much smaller a line may become before it's cut. */
const smallestScale = 0.6;

/**
 * Renders a printed document such as a certificate as SVG: a sheet with a name and a title in the site's fonts, and a band in the colors of
 * the topic, with the figure that the title has on its cover. Text is rendered as paths, because an image can't use the page's fonts; a
 * line in a script that these don't have is left to the fonts of the machine that shows it.
 */
export function printedDocument(input: PrintedDocumentInput, setType: SetType, hasType: HasType): string {
  const { width, height } = printedDocumentSize;
  const { topic, title, label } = input;
  const random = coverRandom(title);
  const figure = FIGURES_OF_TOPIC[topic][random() < 0.5 ? 0 : 1];
  const inks = printedInks(topic);
  const bars = figurePath(figure, random, { x: 0, y: 0, width: 180, height: 240 });

  const parts: string[] = [];
  const set = (text: string, face: 'title' | 'by', { x, y, size, fill }: { x: number; y: number; size: number; fill: string }): number => {
    const printed = text.replaceAll("'", '’');
    if (!hasType(printed, face)) {
      parts.push(
        `<text x="${x}" y="${y.toFixed(1)}" font-size="${size.toFixed(1)}" fill="${fill}" font-family="${face === 'title' ? 'serif' : 'sans-serif'}">${escapeMarkup(printed)}</text>`,
      );
      return x + Array.from(printed).length * size;
    }
    const { path, end } = setType({ text: printed, x, y, size }, face, face === 'title' ? -size * 0.012 : 0);
    parts.push(`<path fill="${fill}" d="${path}"/>`);
    return end;
  };
  /** Sets a line that is made smaller if it's too wide, and cut if that isn't enough. */
  const fit = (text: string, face: 'title' | 'by', { y, size, fill }: { y: number; size: number; fill: string }): void => {
    const widthOf = (line: string) =>
      hasType(line, face) ? setType({ text: line, x: 0, y: 0, size }, face, 0).end : Array.from(line).length * size;
    const all = firstGraphemes(text);
    const most = Math.floor(all.length * Math.min(1, textWidth / (smallestScale * widthOf(all.join('')))));
    const line = most < all.length ? `${all.slice(0, most - 1).join('')}…` : all.join('');
    set(line, face, { x: textX, y, size: size * Math.max(smallestScale, Math.min(1, textWidth / widthOf(line))), fill });
  };
  const small = (text: string, y: number, size = 22) => fit(text, 'by', { y, size, fill: quiet });
  /** Sets balanced lines below `y`, and returns where the last one ends. */
  const setLines = (text: string, y: number, sizes: readonly number[], most: number): { y: number; end: number; size: number } => {
    const printed = firstGraphemes(text.replaceAll("'", '’')).join('');
    const { size, lines: all } = setTitle(breakable(printed, textWidth / (sizes.at(-1) ?? 1)), textWidth, sizes, most);
    const lines = all.length <= most ? all : [...all.slice(0, most - 1), `${all[most - 1] ?? ''}…`];
    const ends = lines.map((line, index) => set(line, 'title', { x: textX, y: y + size * 0.78 + index * size * 1.06, size, fill: ink }));
    return { y: y + size * 0.78 + (lines.length - 1) * size * 1.06, end: ends.at(-1) ?? textX, size };
  };

  fit(input.heading, 'title', { y: 108, size: 40, fill: ink });
  small(input.above, 214);
  const name = setLines(input.name, 232, [76, 64, 54, 46, 38], 3);
  small(input.between, name.y + 58);
  const last = setLines(title, name.y + 76, [56, 48, 42, 36, 30, 26], 5);
  const mark = returnMark(last.end + last.size * 0.16, last.y, last.size);
  small(input.below, last.y + 48);
  input.foot.forEach((line, index) => small(line, height - 56 - (input.foot.length - 1 - index) * 30, 18));
  // Lines are numbered in the margin, as everywhere; the last one is finished.
  const numbers = [214, name.y, last.y].map((y, index) => ({ text: String(index + 1), y }));
  for (const { text, y } of numbers) set(text, 'by', { x: marginX - 36, y, size: 18, fill: quiet });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeMarkup(label)}">`,
    `<path fill="${paper}" d="M0 0h${width}v${height}H0z"/><path fill="${inks.ground}" d="M${bandX} 0h${width - bandX}v${height}H${bandX}z"/>`,
    `<path fill="${inks.figure}" d="${bars}" transform="translate(${bandX} 128) scale(1.6 2.46)"/>`,
    `<path stroke="${rule}" d="M${marginX}.5 0v${height}"/>`,
    ...parts,
    `<path fill="none" stroke="${accent}" stroke-width="${(last.size * 0.075).toFixed(1)}" d="${mark}"/></svg>\n`,
  ].join('');
}

/** Returns the graphemes of a text, not more than can be on the sheet. */
function firstGraphemes(text: string): string[] {
  const first: string[] = [];
  for (const { segment } of graphemes.segment(text)) {
    first.push(segment);
    if (first.length === maxGraphemes) break;
  }
  return first;
}
