import { type CodeScene, scenesOf, type Scene, type VideoScript } from './script.ts';

/** Frames per second of every demo video; a typed step lasts three. */
export const FPS = 12;
const STEP_FRAMES = 3;
const LEAD_SECONDS = 0.5;
const GAP_SECONDS = 0.35;
/** The pause before the next scene, which shows its first picture halfway through. */
const SCENE_GAP_SECONDS = 1.1;
const TAIL_SECONDS = 1.1;

/** A sentence with its position in the video, in seconds. */
export type Cue = { readonly text: string; readonly start: number; readonly end: number };

/** The image from `frame` on: the scene, the number of its typed characters, and highlighted lines. */
export type Still = { readonly frame: number; readonly scene: number; readonly typed: number; readonly marks: readonly number[] };

/** When everything has been said and shown. */
export type Timeline = {
  readonly cues: readonly Cue[];
  readonly images: readonly Still[];
  readonly frames: number;
  /** The length of a segment. It begins with its only key frame: still text is nearly free after it. */
  readonly segmentSeconds: number;
};

/** Returns the lines of the code, without the line break at the start of the literal. */
export function linesOf(scene: CodeScene): string[] {
  return scene.code.replace(/^\n/, '').split('\n');
}

/** Returns the number of characters up to the end of a line; every line counts one more for its line break. */
function lengthUpTo(lines: readonly string[], count: number): number {
  return lines.slice(0, count).reduce((sum, line) => sum + line.length + 1, 0);
}

/**
 * Places the sentences one after another, and spreads each one's typing over the time it is spoken. `durations` are seconds, one per
 * sentence.
 */
export function layOut(script: VideoScript, durations: readonly number[]): Timeline {
  const cues: Cue[] = [];
  const images: Still[] = [];
  let at = LEAD_SECONDS;
  for (const [index, scene] of scenesOf(script).entries()) {
    if (index > 0) at += SCENE_GAP_SECONDS - GAP_SECONDS;
    const first = index === 0 ? 0 : Math.round((at - SCENE_GAP_SECONDS / 2) * FPS);
    const seconds = scene.sentences.map((_, sentence) => durations[cues.length + sentence] ?? 0);
    for (const [position, start] of startsOf(at, seconds).entries())
      cues.push({ text: scene.sentences[position]?.text ?? '', start, end: start + (seconds[position] ?? 0) });
    images.push(...imagesOf(script.playbackId, scene, index, first, startsOf(at, seconds), seconds));
    at += seconds.reduce((sum, each) => sum + each + GAP_SECONDS, 0);
  }
  const frames = Math.ceil((at - GAP_SECONDS + TAIL_SECONDS) * FPS);
  const segmentSeconds = frames > 30 * FPS ? 10 : 4;
  // The sound ends a hundredth after the image. At a whole number of segments, that rest would be a segment of its own, on which players
  // stall.
  const isWhole = frames % (FPS * segmentSeconds) === 0;
  return { cues, images, frames: isWhole ? frames + STEP_FRAMES : frames, segmentSeconds };
}

function startsOf(at: number, seconds: readonly number[]): number[] {
  return seconds.map((_, index) => at + seconds.slice(0, index).reduce((sum, each) => sum + each + GAP_SECONDS, 0));
}

/** Returns the images of a scene: one at its start, and one for each typed step and each highlight. */
function imagesOf(
  name: string,
  scene: Scene,
  index: number,
  first: number,
  starts: readonly number[],
  seconds: readonly number[],
): Still[] {
  if ('card' in scene) return [{ frame: first, scene: index, typed: 0, marks: [] }];
  const lines = linesOf(scene);
  checkSentences(name, scene, lines.length);
  let done = scene.begin === undefined ? 0 : lengthUpTo(lines, scene.begin) - 1;
  let marks: readonly number[] = [];
  const images: Still[] = [{ frame: first, scene: index, typed: done, marks }];
  const show = (frame: number, typed: number): void => {
    images.push({ frame, scene: index, typed, marks: marks.filter((mark) => typed >= lengthUpTo(lines, mark + 1) - 1) });
  };
  for (const [position, { mark, to }] of scene.sentences.entries()) {
    if (mark !== undefined) marks = typeof mark === 'number' ? [mark] : mark;
    const start = Math.round((starts[position] ?? 0) * FPS);
    const goal = to === undefined ? done : lengthUpTo(lines, to) - 1;
    const steps = Math.max(1, Math.floor(((seconds[position] ?? 0) * 0.92 * FPS) / STEP_FRAMES));
    for (let step = mark === undefined ? 1 : 0; step <= steps && goal > done; step += 1)
      show(start + step * STEP_FRAMES, done + Math.ceil(((goal - done) * step) / steps));
    if (goal === done) show(start, done);
    done = goal;
  }
  return images;
}

function checkSentences(name: string, scene: CodeScene, lines: number): void {
  const last = Math.max(scene.begin ?? 0, ...scene.sentences.map((sentence) => sentence.to ?? 0));
  if (last !== lines) throw new Error(`${name}: the sentences type ${last} of ${lines} lines (${scene.file ?? 'the only scene'})`);
}
