import type { HiddenAs } from '../../shared/catalog/hidden-as.ts';
import type { TextFacts, TextHeading } from '../../shared/reader/text-facts.ts';
import type { ArticleAuthor } from './article-documents.ts';

/** An article listed under Further reading. */
export type RelatedArticle = {
  id: string;
  title: string;
  permalink: string;
  summary: string | null;
  authors: string[];
  /** YYYY-MM-DD; null for a draft. */
  publishedOn: string | null;
  price: 'Free' | 'Pro';
};

/** What an article's page shows, computed on the server. */
export type ArticleFacts = {
  id: string;
  title: string;
  permalink: string;
  topic: string;
  lead: string | null;
  /** One or two sentences for search engines and link previews. */
  description: string | null;
  /** The URL where it was first published; null if that was here. */
  canonicalUrl: string | null;
  imageUrl: string | null;
  price: 'Free' | 'Pro';
  hiddenAs: HiddenAs;
  isListed: boolean;
  /** ISO 8601; null for a draft. */
  publishedAt: string | null;
  /** ISO 8601, if it was changed on a later day than it was published. */
  revisedAt: string | null;
  /** The reading time in minutes; null when the reader only has an excerpt. */
  readingMinutes: number | null;
  authors: ArticleAuthor[];
  tags: string[];
  headings: readonly TextHeading[];
  /** The number of top-level blocks that the reader has. */
  blockCount: number;
  /** True when the text continues beyond what this reader may read. */
  isCut: boolean;
  /** True for a signed-in user. */
  isMember: boolean;
  /** A key that changes with the text. */
  textKey: string;
  /** The text after client-side navigation; null in a page that came as HTML, which already contains it. */
  text: TextFacts | null;
  hasText: boolean;
  related: RelatedArticle[];
};
