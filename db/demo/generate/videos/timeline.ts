import type { Sentence, VideoScript } from './script.ts';

/** Frames a second of every demo video; a typed step lasts two. */
export const FPS = 12;
const STEP_FRAMES = 2;
/** A segment begins with its only key frame: still text is nearly free after it. */
export const SEGMENT_SECONDS = 4;
const LEAD_SECONDS = 0.5;
const GAP_SECONDS = 0.35;
const TAIL_SECONDS = 1.1;

/** A sentence with its place in the video, in seconds. */
export type Cue = { readonly text: string; readonly start: number; readonly end: number };

/** What the picture shows from `frame` on: so many characters typed, and perhaps a reversed line. */
export type Still = { readonly frame: number; readonly typed: number; readonly mark: number | null };

/** When everything is said and shown. */
export type Timeline = { readonly cues: readonly Cue[]; readonly images: readonly Still[]; readonly frames: number };

/** The lines of the code, without the line break the literal begins with. */
export function linesOf(script: VideoScript): string[] {
  return script.code.replace(/^\n/, '').split('\n');
}

/** Characters up to the end of a line; every line counts one more for its return. */
function lengthUpTo(lines: readonly string[], count: number): number {
  return lines.slice(0, count).reduce((sum, line) => sum + line.length + 1, 0);
}

/** Lays the sentences one after another and spreads the typing of each over the time it is spoken. `durations` are seconds, one a sentence. */
export function layOut(script: VideoScript, durations: readonly number[]): Timeline {
  const lines = linesOf(script);
  const cues: Cue[] = [];
  const images: Still[] = [{ frame: 0, typed: 0, mark: null }];
  let at = LEAD_SECONDS;
  let done = 0;
  let mark: number | null = null;
  const show = (frame: number, typed: number): void => {
    images.push({ frame, typed, mark: mark !== null && typed >= lengthUpTo(lines, mark + 1) - 1 ? mark : null });
  };
  for (const [index, sentence] of script.sentences.entries()) {
    const seconds = durations[index] ?? 0;
    cues.push({ text: sentence.text, start: at, end: at + seconds });
    if (sentence.mark !== undefined) mark = sentence.mark;
    const start = Math.round(at * FPS);
    const goal = sentence.to === undefined ? done : lengthUpTo(lines, sentence.to) - 1;
    const steps = Math.max(1, Math.floor((seconds * 0.92 * FPS) / STEP_FRAMES));
    for (let step = sentence.mark === undefined ? 1 : 0; step <= steps && goal > done; step += 1)
      show(start + step * STEP_FRAMES, done + Math.ceil(((goal - done) * step) / steps));
    if (goal === done) show(start, done);
    done = goal;
    at += seconds + GAP_SECONDS;
  }
  checkSentences(script, script.sentences, lines.length);
  const frames = Math.ceil((at - GAP_SECONDS + TAIL_SECONDS) * FPS);
  // The sound ends a hundredth after the picture. At a whole number of segments that rest would be a segment of its own, on which players stall.
  const isWhole = frames % (FPS * SEGMENT_SECONDS) === 0;
  return { cues, images, frames: isWhole ? frames + STEP_FRAMES : frames };
}

function checkSentences(script: VideoScript, sentences: readonly Sentence[], lines: number): void {
  const last = Math.max(...sentences.map((sentence) => sentence.to ?? 0));
  if (last !== lines) throw new Error(`${script.playbackId}: the sentences type ${last} of ${lines} lines`);
}
