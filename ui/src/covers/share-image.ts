import { breakable } from './breakable.ts';
import { escapeMarkup } from './escape-markup.ts';
import { figurePath } from './figures.ts';
import { returnMark, type SetLine } from './lay-out-cover.ts';
import { coverRandom } from './cover-random.ts';
import { setTitle } from './title.ts';
import { FIGURES_OF_TOPIC, printedInks, type Topic } from './topic.ts';

/** The input of a link preview image. */
export type ShareImageInput = {
  readonly title: string;
  /** The small line below it: the kind and the authors, in at most 52 characters. */
  readonly by: string;
  readonly topic: Topic;
  /** The name of the site. */
  readonly siteName: string;
};

/** Returns SVG path data of a line of text, and its end. `title` is the serif font, `by` the sans; `letterSpacing` is in SVG units. */
export type SetType = (line: SetLine, face: 'title' | 'by', letterSpacing: number) => { readonly path: string; readonly end: number };

/** Its size in pixels, as link previews require. */
const shareImageSize = { width: 1200, height: 630 };

const margin = 72;
/** Narrower than the available width, because the table of widths is for another optical size, which is slightly narrower. */
const titleWidth = 630;
const maxLines = 5;
const smallest = 56;

/**
 * Renders a link preview image: the cover's figure and colors with a large title. Text is rendered as paths, because an image can't use the
 * page's fonts.
 */
export function shareImage({ title, by, topic, siteName }: ShareImageInput, setType: SetType): string {
  const { width, height } = shareImageSize;
  const random = coverRandom(title);
  const figure = FIGURES_OF_TOPIC[topic][random() < 0.5 ? 0 : 1];
  const inks = printedInks(topic);
  const printed = breakable(title.replaceAll("'", '’'), titleWidth / smallest);
  const { size, lines: all } = setTitle(printed, titleWidth, [108, 96, 84, 74, 64, smallest], maxLines);
  const lines = all.length <= maxLines ? all : [...all.slice(0, maxLines - 1), `${all[maxLines - 1] ?? ''}…`];
  const lead = size * 1.04;
  const top = margin + size * 0.74;
  const set = lines.map((text, index) => setType({ text, x: margin, y: top + index * lead, size }, 'title', -size * 0.012));
  const mark = returnMark((set.at(-1)?.end ?? margin) + size * 0.16, top + (lines.length - 1) * lead, size);
  const foot = height - margin + 8;
  const byline = setType({ text: by.replaceAll("'", '’'), x: margin, y: foot, size: 30 }, 'by', 0);
  const nameAt = (x: number) => setType({ text: siteName, x, y: foot, size: 38 }, 'title', 0);
  const name = nameAt(width - margin - nameAt(0).end);
  // In the units of a cover, so that its bars have the same thickness.
  const bars = figurePath(figure, random, { x: 322, y: 29, width: 158, height: 166 });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img"`,
    ` aria-label="${escapeMarkup(title)}">`,
    `<path fill="${inks.ground}" d="M0 0h${width}v${height}H0z"/><path fill="${inks.figure}" d="${bars}" transform="scale(2.5)"/>`,
    `<path fill="${inks.type}" d="${set.map(({ path }) => path).join('')}${byline.path}${name.path}"/>`,
    `<path fill="none" stroke="${inks.figure}" stroke-width="${(size * 0.075).toFixed(1)}" d="${mark}"/></svg>\n`,
  ].join('');
}
