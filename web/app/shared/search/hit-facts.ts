import type { Hit, HitKind } from './search-document.ts';

/** What a kind is called beside a hit. */
export const kindNames: Readonly<Record<HitKind, string>> = {
  COURSE: 'Course',
  BOOK: 'Book',
  ARTICLE: 'Article',
  LESSON: 'Lesson',
  CLIP: 'Clip',
  PERSON: 'Person',
  TEXT: 'Text',
  CODE: 'Code',
  TRANSCRIPT: 'Transcript',
  COMMENT: 'Comment',
};

/** Where a hit leads: the page, at the paragraph or the second. */
export function addressOf({ path, blockId, second }: Pick<Hit, 'path' | 'blockId' | 'second'>): string {
  if (blockId !== null) return `${path}#b-${blockId}`;
  return second === null ? path : `${path}?t=${second}`;
}

/** What tells hits of one search apart. */
export function keyOf(hit: Hit): string {
  return `${hit.kind} ${addressOf(hit)}`;
}

/** An excerpt in pieces, those that matched marked; `at` is where a piece begins. */
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
