import { escapeMarkup } from './escape-markup.ts';
import { coverRandom } from './cover-random.ts';
import { type Inks, pageInks, type Topic } from './topic.ts';

/** Returns half the width of an oval at height `y`; 0 outside. */
function oval(y: number, center: number, width: number, height: number): number {
  return width * Math.sqrt(Math.max(0, 1 - ((y - center) / height) ** 2));
}

function bar(left: number, right: number, y: number, tall: number): string {
  if (right <= left) return '';
  return `M${left.toFixed(1)} ${(y - tall / 2).toFixed(1)}H${right.toFixed(1)}v${tall}H${left.toFixed(1)}z`;
}

/** Returns half the width of the hair at height `y`, for one of four hairstyles. */
function hairAt(style: number, y: number, faceWidth: number): number {
  if (style === 0) return oval(y, 40, faceWidth + 3, 26);
  if (style === 1) return y < 74 ? Math.max(oval(y, 40, faceWidth + 6, 27), y > 40 ? faceWidth + 6 : 0) : 0;
  return style === 2 ? oval(y, 36, faceWidth + 4, 24) : oval(y, 36, faceWidth + 7, 25);
}

/** Renders the portrait of a user without an image, from 56 px: a line drawing of head and shoulders, as an SVG string of 100 × 100. */
export function portrait({
  name,
  topic,
  inks = pageInks(topic),
}: {
  readonly name: string;
  readonly topic: Topic;
  readonly inks?: Inks;
}): string {
  const random = coverRandom(name);
  const style = Math.floor(random() * 4);
  const faceWidth = 17 + random() * 4;
  const shoulders = 36 + random() * 8;
  const hairline = style === 3 ? 30 : 33 + style * 2;
  let path = '';
  for (let y = 10; y < 101; y += 4.5) {
    const halfOval = oval(y, 42, faceWidth, 23);
    const inner = Math.max(halfOval, y > 58 && y < 74 ? 7.5 : 0);
    const body = oval(y, 104, shoulders, 34);
    const hair = hairAt(style, y, faceWidth);
    if (y < hairline) {
      const half = Math.max(hair, halfOval);
      path += bar(50 - half, 50 + half, y, 3.4);
    } else {
      if (inner > 0 && body === 0) path += bar(50 - inner, 50 + inner, y, 1.3);
      const isLong = style === 1 || style === 3 || y < 46;
      if (hair > inner + 1.5 && isLong && y < 72)
        path += bar(50 - hair, 50 - inner - 0.8, y, 3.4) + bar(50 + inner + 0.8, 50 + hair, y, 3.4);
    }
    if (body > 0) path += bar(50 - body, 50 + body, y, y > 84 ? 2.4 : 1.8);
  }
  const { ground, figure } = inks;
  return `<svg viewBox="0 0 100 100" role="img" aria-label="${escapeMarkup(name)}"><path fill="${ground}" d="M0 0h100v100H0z"/><path fill="${figure}" d="${path}"/></svg>`;
}
