import { type FigureName, figurePath } from './figures.ts';
import { coverRandom } from './cover-random.ts';
import { advance, setTitle } from './title.ts';
import { FIGURES_OF_TOPIC, type Topic } from './topic.ts';

/** The input of a cover. */
export type CoverInput = {
  readonly title: string;
  /** The author's name, or joined names. */
  readonly by: string;
  readonly topic: Topic;
  /** The kind determines the shape: a book is 3:4 with a spine, a course 16:9 without. */
  readonly kind: 'book' | 'course';
  /** Overrides the figure, which is otherwise derived from the title. */
  readonly figure?: FigureName;
  /** Changes the random choices without changing the title. */
  readonly seed?: string;
};

/** A line of text: the start of its baseline, and its font size, in SVG units. */
export type SetLine = { readonly text: string; readonly x: number; readonly y: number; readonly size: number };

/** The layout of a cover before coloring, in units of 300 × 400 (book) or 480 × 270 (course). */
export type CoverLayout = {
  readonly width: number;
  readonly height: number;
  readonly figure: string;
  readonly title: readonly SetLine[];
  readonly by: SetLine;
  readonly hasSpine: boolean;
  /** Path data of the return mark after the last word, stroked with the width `returnStroke`. */
  readonly returnMark: string;
  readonly returnStroke: number;
};

/** Returns the path of the return mark that ends a title, starting at its baseline. */
export function returnMark(x: number, base: number, size: number): string {
  const r = size * 0.42;
  const at = (value: number): string => value.toFixed(1);
  const head = `m${at(r * 0.4)} ${at(-r * 0.4)}l${at(-r * 0.4)} ${at(r * 0.4)}l${at(r * 0.4)} ${at(r * 0.4)}`;
  return `M${at(x + r)} ${at(base - r * 1.25)}V${at(base - r * 0.42)}H${at(x)}${head}`;
}

/** Computes the figure, lines and positions of a cover. All random choices are derived from a hash of the title. */
export function layOutCover({ title, by, topic, kind, figure, seed = '' }: CoverInput): CoverLayout {
  const random = coverRandom(title + seed);
  const names = FIGURES_OF_TOPIC[topic];
  const name = figure ?? (random() < 0.5 ? names[0] : names[1]);
  const isBook = kind === 'book';
  const [width, height, margin] = isBook ? [300, 400, 22] : [480, 270, 24];
  const printed = title.replaceAll("'", '’');
  const { size, lines } = isBook
    ? setTitle(printed, width - margin * 2, [52, 46, 40, 35, 31, 27], 4)
    : setTitle(printed, 250, [44, 38, 33, 29, 25], 4);
  const lead = size * 1.02;
  const top = margin + size * 0.78;
  const base = top + (lines.length - 1) * lead;
  const end = margin + advance(lines.at(-1) ?? '') * size + size * 0.16;
  const figureTop = Math.max(base + size * 0.5, 158);
  const box = isBook
    ? { x: margin, y: figureTop, width: width - margin, height: height - figureTop - 46 }
    : { x: 286, y: 26, width: 194, height: 218 };
  return {
    width,
    height,
    figure: figurePath(name, random, box),
    title: lines.map((text, index) => ({ text, x: margin, y: top + index * lead, size })),
    by: { text: by.replaceAll("'", '’'), x: margin, y: height - margin + 2, size: isBook ? 13 : 13.5 },
    hasSpine: isBook,
    returnMark: returnMark(end, base, size),
    returnStroke: size * 0.075,
  };
}

/** Renders the spine of a book: a shadow and a highlight at its left edge, on any background. */
export function spine(height: number): string {
  return `<path fill="#000" fill-opacity=".16" d="M0 0h7v${height}H0z"/><path fill="#fff" fill-opacity=".12" d="M7 0h1v${height}H7z"/>`;
}
