import type { Topic } from '@newline/ui/covers/topic';

/** One sentence of the narration: a cue of the captions, and what happens in the code while it is said. */
export type Sentence = {
  /** The caption. */
  readonly text: string;
  /** What the voice is given when the caption would be read wrongly. */
  readonly say?: string;
  /** How many lines of code stand there when the sentence ends. Without it nothing is typed. */
  readonly to?: number;
  /** The line (from 0) that is reversed from now on. */
  readonly mark?: number;
};

/** A video: a few lines of code and the sentences that explain them. */
export type VideoScript = {
  readonly playbackId: string;
  readonly title: string;
  readonly topic: Topic;
  /** The number of the first line of code. */
  readonly from: number;
  readonly code: string;
  readonly sentences: readonly Sentence[];
};
