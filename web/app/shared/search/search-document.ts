import { graphql } from '../graphql-document.ts';

/** What a hit is. */
export type HitKind = 'COURSE' | 'BOOK' | 'ARTICLE' | 'LESSON' | 'CLIP' | 'PERSON' | 'TEXT' | 'CODE' | 'TRANSCRIPT' | 'COMMENT';

/** One thing found. */
export type Hit = {
  kind: HitKind;
  title: string | null;
  context: string | null;
  path: string;
  blockId: string | null;
  second: number | null;
  /** Plain text; U+E000 stands before what matched, U+E001 behind it. */
  excerpt: string;
  /** The words that were looked for. */
  searched: string;
};

/** What has all of these words, best first. */
export const SearchDocument =
  graphql(/* GraphQL */ `query search($words: String!, $kinds: [SearchKind], $atMost: Int!, $isTyping: Boolean!) {
  search(words: $words, kinds: $kinds, atMost: $atMost, isTyping: $isTyping) {
    nodes { kind title context path blockId second excerpt searched }
  }
}`);
