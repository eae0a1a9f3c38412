import type { Hit, HitKind } from './search-document.ts';

/** The label of each kind of hit. */
export const kindNames: Readonly<Record<HitKind, string>> = {
  COURSE: 'Course',
  BOOK: 'Book',
  ARTICLE: 'Article',
  LESSON: 'Lesson',
  CLIP: 'Clip',
  PERSON: 'Person',
  PAGE: 'Page',
  TEXT: 'Text',
  CODE: 'Code',
  TRANSCRIPT: 'Transcript',
  COMMENT: 'Comment',
};

/** Returns the URL of a hit: the page, at the paragraph or second. */
export function addressOf({ path, blockId, second }: Pick<Hit, 'path' | 'blockId' | 'second'>): string {
  if (blockId !== null) return `${path}#b-${blockId}`;
  return second === null ? path : `${path}?t=${second}`;
}

/** Returns a key that is unique among the hits of a search. */
export function keyOf(hit: Hit): string {
  return `${hit.kind} ${addressOf(hit)}`;
}

/** Splits an excerpt into matching and other pieces; `at` is the offset of a piece. */
export function piecesOf(excerpt: string): { at: number; text: string; isMatch: boolean }[] {
  let at = 0;
  return excerpt
    .split(/(\uE000[^\uE001]*\uE001)/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const begin = at;
      at += piece.length;
      return { at: begin, text: piece.replaceAll(/[\uE000\uE001]/g, ''), isMatch: piece.startsWith('\uE000') };
    });
}
