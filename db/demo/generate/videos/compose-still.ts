import type { Shape } from './frames.ts';
import { type CodeScene, scenesOf, type VideoScript } from './script.ts';
import { FPS, linesOf, type Timeline } from './timeline.ts';

/** The composition of a still: whole lines around the point of its scene, as large as its frame allows. */
export type Composition = {
  readonly scene: number;
  /** The index of the first line, and the lines without their common indentation. */
  readonly first: number;
  readonly lines: readonly string[];
  readonly marks: readonly number[];
  /** The size of the letters in hundredths of the width, and the height of a line in letters. */
  readonly size: number;
  readonly lead: number;
};

/**
 * The room of a still, in hundredths of its width: an upright one is shown as 4:5 from its middle. The name of a file takes some of it.
 * `most` is how many lines are shown, and `largest` how large the letters get.
 */
const ROOM = {
  tall: { width: 90, height: 112, file: 12, most: 7, largest: 10.5, besides: 3.2 },
  wide: { width: 91, height: 50, file: 6, most: 7, largest: 5.6, besides: 3.5 },
} as const;

/** The width of a character of the mono font, in letters. */
const advance = 0.6;

/** Composes the still at a second: the scene that is shown then, complete, with the lines that it marks then or at its end. */
export function composeStill(script: VideoScript, timeline: Timeline, shape: Shape, second: number): Composition {
  const shown = timeline.images.findLast((image) => image.frame <= second * FPS) ?? timeline.images[0];
  const index = shown?.scene ?? 0;
  const scene = scenesOf(script)[index];
  if (scene === undefined || 'card' in scene) return { scene: index, first: 0, lines: [], marks: [], size: 0, lead: 0 };
  const marked = timeline.images.findLast((image) => image.scene === index && image.marks.length > 0);
  const marks = shown !== undefined && shown.marks.length > 0 ? shown.marks : (marked?.marks ?? []);
  return { scene: index, marks, ...fit(scene, marks, shape) };
}

/** Chooses the lines around the marks, and the largest size in which they fit. */
function fit(scene: CodeScene, marks: readonly number[], shape: Shape): Pick<Composition, 'first' | 'lines' | 'size' | 'lead'> {
  const room = ROOM[shape.name];
  const all = linesOf(scene);
  const [from, to] = linesAround(all, marks, room.most);
  const chosen = all.slice(from, to);
  const indents = chosen.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const lines = chosen.map((line) => line.slice(Math.min(...indents)));
  const height = room.height - (scene.file === undefined ? 0 : room.file);
  const widest = Math.max(...lines.map((line) => line.length));
  const byWidth = room.width / (advance * (room.besides + widest + 0.5));
  const size = Math.min(room.largest, byWidth, height / (1.55 * lines.length));
  const lead = Math.min(2.2, height / (size * lines.length));
  return { first: from, lines, size: Number(size.toFixed(2)), lead: Number(lead.toFixed(2)) };
}

/** Returns the range of at most `most` lines with the marks in their middle, without blank lines at its ends. */
function linesAround(lines: readonly string[], marks: readonly number[], most: number): [number, number] {
  const middle = marks.length === 0 ? 0 : (Math.min(...marks) + Math.max(...marks)) / 2;
  let from = Math.max(0, Math.min(lines.length - most, Math.round(middle - (most - 1) / 2)));
  let to = Math.min(lines.length, from + most);
  while (from < to - 1 && lines[from]?.trim() === '') from += 1;
  while (to > from + 1 && lines[to - 1]?.trim() === '') to -= 1;
  return [from, to];
}
