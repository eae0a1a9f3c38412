import type { Topic } from '@newline/ui/covers/topic';

/** One sentence of the narration: a cue of the captions, and what happens in the code while it is said. */
export type Sentence = {
  /** The caption. */
  readonly text: string;
  /** The text for the voice, if it would pronounce the caption wrongly. */
  readonly say?: string;
  /** The number of visible lines of code when the sentence ends. Without it, nothing is typed. */
  readonly to?: number;
  /** The line or lines (from 0) that are highlighted from now on; none for an empty list. */
  readonly mark?: number | readonly number[];
};

/** Code, and the sentences that explain it while it is typed. */
export type CodeScene = {
  /** The name of the file, shown above the code. */
  readonly file?: string;
  /** The number of the first line of code. */
  readonly from: number;
  readonly code: string;
  /** The number of lines that are shown from the start: those that an earlier scene typed. */
  readonly begin?: number;
  /** Lines (from 0) that are marked as added or removed since an earlier scene. */
  readonly added?: readonly number[];
  readonly removed?: readonly number[];
  readonly sentences: readonly Sentence[];
};

/** A title between listings. */
export type CardScene = {
  readonly card: string;
  /** A smaller line below the title. */
  readonly under?: string;
  readonly sentences: readonly Sentence[];
};

export type Scene = CodeScene | CardScene;

type VideoFacts = { readonly playbackId: string; readonly title: string; readonly topic: Topic };

/** A video: scenes one after another, or the code and sentences of its only one. */
export type VideoScript = VideoFacts & (CodeScene | { readonly scenes: readonly Scene[] });

/** Returns the scenes of a video, in order. */
export function scenesOf(script: VideoScript): readonly Scene[] {
  return 'scenes' in script ? script.scenes : [script];
}

/** Returns all sentences of a video, in order. */
export function sentencesOf(script: VideoScript): readonly Sentence[] {
  return scenesOf(script).flatMap(({ sentences }) => sentences);
}
