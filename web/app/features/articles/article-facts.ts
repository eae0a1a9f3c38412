import type { HiddenAs } from '../../shared/catalogue/hidden-as.ts';
import type { TextFacts, TextHeading } from '../../shared/reader/text-facts.ts';
import type { ArticleAuthor } from './article-documents.ts';

/** Another article to read. */
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

/** What the page of an article shows, worked out on the server. */
export type ArticleFacts = {
  id: string;
  title: string;
  permalink: string;
  topic: string;
  lead: string | null;
  /** One or two sentences for search engines and previews. */
  description: string | null;
  /** Where it was published first; null when that was here. */
  canonicalUrl: string | null;
  imageUrl: string | null;
  price: 'Free' | 'Pro';
  hiddenAs: HiddenAs;
  isListed: boolean;
  /** ISO 8601; null for a draft. */
  publishedAt: string | null;
  /** ISO 8601, when it was changed on a later day than it was published. */
  revisedAt: string | null;
  /** Minutes it takes to read; null when the reader has only a part of it, so that nobody can say. */
  readingMinutes: number | null;
  authors: ArticleAuthor[];
  tags: string[];
  headings: readonly TextHeading[];
  /** Top-level blocks that the reader has. */
  blockCount: number;
  /** True when there is more than this reader may read. */
  isCut: boolean;
  /** True for somebody signed in. */
  isMember: boolean;
  /** Changes with the text. */
  textKey: string;
  /** The text, for a navigation within the browser; null in a page that came as HTML, where it stands already. */
  text: TextFacts | null;
  hasText: boolean;
  related: RelatedArticle[];
};
