import { escapeMarkup } from './escape-markup.ts';
import { type CoverInput, type CoverLayout, layOutCover, type SetLine, spine } from './lay-out-cover.ts';
import { type Inks, printedInks } from './topic.ts';

/**
 * Returns SVG path data of a line of text. `title` is the serif font at weight 480, `by` the sans at 500; `letterSpacing` is in SVG units.
 */
export type RenderText = (line: SetLine, face: 'title' | 'by', letterSpacing: number) => string;

/** The two shapes of an item's image: its own, or 295 × 165 on a card. */
export type CoverShape = 'poster' | 'wide';

function coverBody(layout: CoverLayout, inks: Inks, renderText: RenderText, withName: boolean): string {
  const { width, height, figure, title, by, hasSpine, returnMark, returnStroke } = layout;
  const titlePath = title.map((line) => renderText(line, 'title', -line.size * 0.012)).join('');
  const name = withName ? renderText(by, 'by', 0) : '';
  return [
    `<path fill="${inks.ground}" d="M0 0h${width}v${height}H0z"/><path fill="${inks.figure}" d="${figure}"/>${hasSpine ? spine(height) : ''}`,
    `<path fill="${inks.type}" d="${titlePath}${name}"/>`,
    `<path fill="none" stroke="${inks.figure}" stroke-width="${returnStroke.toFixed(1)}" d="${returnMark}"/>`,
  ].join('');
}

function svg(width: number, height: number, label: string, body: string): string {
  const head = `xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg ${head} role="img" aria-label="${escapeMarkup(label)}">${body}</svg>\n`;
}

/**
 * Renders a cover as a standalone SVG file, with literal colors, and text as paths because an SVG inside an `<img>` can't use the page's
 * fonts. In the shape `wide`, a course fills the image; a book has no background and is cropped at the bottom, so that the page's
 * `--band-2` shows around it in both themes.
 */
export function coverFile(input: CoverInput & { readonly shape: CoverShape }, renderText: RenderText): string {
  const layout = layOutCover(input);
  const inks = printedInks(input.topic);
  const label = `${input.title}, ${input.by}`;
  const { width, height } = layout;
  if (input.shape === 'poster') return svg(width, height, label, coverBody(layout, inks, renderText, true));
  const [placeWidth, placeHeight] = [590, 330];
  if (input.kind === 'course') {
    // 480 × 270 is slightly taller than 295 × 165: fill the width and crop a line at the bottom.
    return svg(
      placeWidth,
      placeHeight,
      label,
      `<g transform="scale(${(placeWidth / width).toFixed(4)})">${coverBody(layout, inks, renderText, true)}</g>`,
    );
  }
  const bookWidth = placeWidth * 0.47;
  const bookHeight = (bookWidth * height) / width;
  const [left, top] = [(placeWidth - bookWidth) / 2, placeHeight * 0.108];
  const shade = `<path fill="#0a120e" fill-opacity=".2" d="M${left - 1} ${top + 3}h${bookWidth + 2}v${bookHeight}h${-bookWidth - 2}z"/>`;
  const box = `x="${left.toFixed(1)}" y="${top.toFixed(1)}" width="${bookWidth.toFixed(1)}" height="${bookHeight.toFixed(1)}"`;
  const book = `<svg ${box} viewBox="0 0 ${width} ${height}">${coverBody(layout, inks, renderText, false)}</svg>`;
  return svg(placeWidth, placeHeight, label, shade + book);
}
