import { graphql } from '../graphql-document.ts';

/** The kinds of search hits. */
export type HitKind = 'COURSE' | 'BOOK' | 'ARTICLE' | 'LESSON' | 'CLIP' | 'PERSON' | 'PAGE' | 'TEXT' | 'CODE' | 'TRANSCRIPT' | 'COMMENT';

/** A search hit. */
export type Hit = {
  kind: HitKind;
  title: string | null;
  context: string | null;
  path: string;
  blockId: string | null;
  second: number | null;
  /** Plain text; U+E000 precedes a match and U+E001 follows it. */
  excerpt: string;
  /** The search text. */
  searched: string;
};

/** Returns items that contain all of the search terms, best first. */
export const SearchDocument =
  graphql(/* GraphQL */ `query search($words: String!, $kinds: [SearchKind], $atMost: Int!, $isTyping: Boolean!) {
  search(words: $words, kinds: $kinds, atMost: $atMost, isTyping: $isTyping) {
    nodes { kind title context path blockId second excerpt searched }
  }
}`);
