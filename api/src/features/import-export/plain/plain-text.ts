import type { SourceLine } from '../foreign/source-line.ts';

/** A Markdown file of a folder, without its position. */
export type PlainText = {
  readonly file: string;
  /** Its own title; null without one. */
  readonly title: string | null;
  /** Its position from its front matter. */
  readonly position: number | null;
  readonly description: string | null;
  readonly lines: readonly SourceLine[];
  /** Whether it has anything but front matter. */
  readonly hasWords: boolean;
};

/** A text with its position; `label` is its name in the source of the order. */
export type PlacedText = { readonly text: PlainText; readonly section: string | null; readonly label: string | null };
