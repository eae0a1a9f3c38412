import { escapeMarkup } from './escape-markup.ts';
import { coverRandom } from './cover-random.ts';
import { type Inks, pageInks, type Topic } from './topic.ts';

/** The distance between two lines of the drawing. */
const pitch = 4.5;

/** The heights of the features in a face, in the order of the lines. */
const brows = 37;
const eyes = 41.5;
const nose = 50.5;
const mouth = 57;

/** What a face looks like, drawn from the name. */
type Person = {
  readonly hair: (typeof hairstyles)[number];
  /** Half the width of the face, and of the shoulders. */
  readonly width: number;
  readonly shoulders: number;
  /** Half the distance between the eyes, and half the width of the mouth. */
  readonly apart: number;
  readonly smile: number;
  readonly hasGlasses: boolean;
  readonly hasBeard: boolean;
  readonly hasCollar: boolean;
};

/** Half the width of the hair at a height, and where it ends above the face and beside it. */
const hairstyles = [
  { at: (y: number, face: number) => oval(y, 40, face + 3, 26), front: 32, side: 46 },
  { at: (y: number, face: number) => (y > 40 ? face + 6 : oval(y, 40, face + 6, 27)), front: 33, side: 73 },
  { at: (y: number, face: number) => oval(y, 36, face + 4, 24), front: 34, side: 42 },
  { at: (y: number, face: number) => oval(y, 36, face + 7, 25), front: 30, side: 58 },
  // Curls.
  { at: (y: number, face: number) => oval(y, 36, face + (Math.round(y / pitch) % 2 === 0 ? 9 : 5), 27), front: 31, side: 52 },
  // Hardly any.
  { at: (y: number, face: number) => oval(y, 40, face + 1, 24), front: 24, side: 40 },
  // A bun.
  { at: (y: number, face: number) => (y < 17 ? 7 : oval(y, 41, face + 3, 25)), front: 32, side: 44 },
] as const;

/** Returns half the width of an oval at height `y`; 0 outside. */
function oval(y: number, center: number, width: number, height: number): number {
  return width * Math.sqrt(Math.max(0, 1 - ((y - center) / height) ** 2));
}

function bar(left: number, right: number, y: number, tall: number): string {
  if (right <= left) return '';
  return `M${left.toFixed(1)} ${(y - tall / 2).toFixed(1)}H${right.toFixed(1)}v${tall}H${left.toFixed(1)}z`;
}

/** A bar on both sides of the middle, from `inner` to `outer`. */
function bars(inner: number, outer: number, y: number, tall: number): string {
  if (inner <= 0) return bar(50 - outer, 50 + outer, y, tall);
  return bar(50 - outer, 50 - inner, y, tall) + bar(50 + inner, 50 + outer, y, tall);
}

function personOf(name: string): Person {
  const random = coverRandom(name);
  const [hair = hairstyles[0]] = hairstyles.slice(Math.floor(random() * hairstyles.length));
  const [width, shoulders] = [17 + random() * 4, 36 + random() * 8];
  const [apart, smile] = [6.6 + random() * 1.6, 3.6 + random() * 2.6];
  const isShort = hair.side < 60;
  return {
    ...{ hair, width, shoulders, apart, smile },
    hasGlasses: random() < 0.3,
    hasBeard: random() < 0.45 && isShort,
    hasCollar: random() < 0.5,
  };
}

/** Brows, eyes, nose and mouth: short, heavy bars in the open middle of the face. */
function features({ apart, smile, hasGlasses, hasBeard }: Person): string {
  const look = bars(apart - 1.7, apart + 1.7, eyes, 3.4);
  const frame = hasGlasses ? bars(apart - 4.4, apart + 4.4, eyes - 4.2, 1.5) + bars(apart - 3.8, apart + 3.8, eyes + 3.9, 1.2) : '';
  const bridge = hasGlasses ? bar(50 - apart + 4.4, 50 + apart - 4.4, eyes - 2.6, 1.2) : '';
  const brow = hasGlasses ? '' : bars(apart - 3.2, apart + 3.4, brows, 1.5);
  const tip = bar(49, 52.4, nose, 1.5) + bar(50.6, 52.4, nose - 3, 1.5);
  const lips = bar(50 - smile, 50 + smile, mouth, 1.9) + bars(smile - 0.4, smile + 1.6, mouth - 1.5, 1.5);
  return look + frame + bridge + brow + tip + (hasBeard ? bar(50 - smile, 50 + smile, mouth, 1.5) : lips);
}

/** The line of a face at a height: whole on the forehead and the chin, and only at the sides beside the features. */
function skin(y: number, half: number, { apart, hasBeard, smile }: Person): string {
  if (y < brows - pitch / 2) return bar(50 - half, 50 + half, y, 1.3);
  if (hasBeard && y > nose) return y > mouth + pitch / 2 ? bar(50 - half, 50 + half, y, 3) : bars(smile + 2.4, half, y, 3);
  const open = y < nose - pitch / 2 ? apart + 5.2 : smile + 4.6;
  return y > mouth + pitch / 2 ? bar(50 - half, 50 + half, y, 1.3) : bars(open, half, y, 1.3);
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
  const person = personOf(name);
  const { hair, width, shoulders, hasCollar } = person;
  let path = features(person);
  for (let y = 10; y < 101; y += pitch) {
    const half = oval(y, 42, width, 23);
    const neck = y > 58 && y < 76 ? 7.5 : 0;
    const inner = Math.max(half, neck);
    const body = oval(y, 104, shoulders, 34);
    const curls = y < hair.side ? hair.at(y, width) : 0;
    if (y < hair.front) {
      const most = Math.max(curls, y < hair.front - pitch ? 0 : half);
      path += bar(50 - most, 50 + most, y, 3.4);
      if (most === 0 && half > 0) path += bar(50 - half, 50 + half, y, 1.3);
    } else {
      if (inner > 0 && body === 0) path += half > neck ? skin(y, half, person) : bar(50 - inner, 50 + inner, y, 1.3);
      if (curls > inner + 1) path += bars(inner + 0.8, curls, y, 3.4);
    }
    if (body > 0) path += bars(hasCollar ? (88 - y) * 0.45 : 0, body, y, y > 84 ? 2.4 : 1.8);
  }
  const { ground, figure } = inks;
  return `<svg viewBox="0 0 100 100" role="img" aria-label="${escapeMarkup(name)}"><path fill="${ground}" d="M0 0h100v100H0z"/><path fill="${figure}" d="${path}"/></svg>`;
}
