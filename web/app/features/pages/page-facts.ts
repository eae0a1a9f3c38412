import type { TextFacts, TextHeading } from '../../shared/reader/text-facts.ts';

/** The content of a site page, computed on the server. */
export type OwnersPageFacts = {
  id: string;
  title: string;
  permalink: string;
  description: string;
  /** ISO 8601; null for a draft. */
  publishedAt: string | null;
  headings: readonly TextHeading[];
  /** A key that changes with the text. */
  textKey: string;
  /** The text after client-side navigation; null in a page that came as HTML, which already contains it. */
  text: TextFacts | null;
};
