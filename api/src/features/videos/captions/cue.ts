/** One caption while a text is read. Its text is WebVTT, but not yet checked. */
export type Cue = {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
  /** The line of its times in the text as it was sent. */
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
