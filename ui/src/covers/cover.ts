import { escapeMarkup } from './escape-markup.ts';
import { type CoverInput, layOutCover, type SetLine, spine } from './lay-out-cover.ts';
import { pageInks } from './topic.ts';

function textElement(line: SetLine): string {
  return `<text x="${line.x}" y="${line.y.toFixed(1)}">${escapeMarkup(line.text)}</text>`;
}

/**
 * Renders a cover as an SVG string for the page, with the page's CSS variables and fonts. The author's name has the class `cover__by`, so
 * that a style sheet can hide it on small covers.
 */
export function cover(input: CoverInput): string {
  const inks = pageInks(input.topic);
  const { width, height, figure, title, by, hasSpine, returnMark, returnStroke } = layOutCover(input);
  const size = title[0]?.size ?? 0;
  return [
    `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeMarkup(input.title)}, ${escapeMarkup(input.by)}">`,
    `<path fill="${inks.ground}" d="M0 0h${width}v${height}H0z"/><path fill="${inks.figure}" d="${figure}"/>${hasSpine ? spine(height) : ''}`,
    `<g font-family="var(--serif)" font-weight="480" font-size="${size}" letter-spacing="${(-size * 0.012).toFixed(2)}" fill="${inks.type}">`,
    `${title.map(textElement).join('')}</g>`,
    `<path fill="none" stroke="${inks.figure}" stroke-width="${returnStroke.toFixed(1)}" d="${returnMark}"/>`,
    `<g class="cover__by" font-family="var(--sans)" font-size="${by.size}" font-weight="500" fill="${inks.type}">${textElement(by)}</g></svg>`,
  ].join('');
}
