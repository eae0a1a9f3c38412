import type { Topic } from '@newline/ui/covers/topic';

/** One sentence of the narration: a cue of the captions, and what happens in the code while it is said. */
export type Sentence = {
  /** The caption. */
  readonly text: string;
  /** The text for the voice, if it would pronounce the caption wrongly. */
  readonly say?: string;
  /** The number of visible lines of code when the sentence ends. Without it, nothing is typed. */
  readonly to?: number;
  /** The line (from 0) that is highlighted from now on. */
  readonly mark?: number;
};

/** A video: a few lines of code, and the sentences that explain them. */
export type VideoScript = {
  readonly playbackId: string;
  readonly title: string;
  readonly topic: Topic;
  /** The number of the first line of code. */
  readonly from: number;
  readonly code: string;
  readonly sentences: readonly Sentence[];
};
