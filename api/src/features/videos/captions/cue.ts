/** A caption that was read. Its text is WebVTT that hasn't been checked yet. */
export type Cue = {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
  /** The line with its times, in the original text. */
  readonly line: number;
  readonly id: string | null;
  readonly settings: string;
  /** Comments that come before it. */
  readonly comments: readonly string[];
};

/** The result of reading a caption file. */
export type ReadCues = {
  readonly cues: readonly Cue[];
  /** The first lines of a WebVTT file, up to the first blank one. */
  readonly header: string;
  /** Blocks that come before all captions: STYLE and REGION. */
  readonly blocks: readonly string[];
  /** Comments after the last caption. */
  readonly comments: readonly string[];
};
