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

/**
 * Returns the title and the excerpt of a hit with its matches. Parts of the excerpt that repeat the title mark their matches there, and a
 * part that repeats another one is left out.
 */
export function wordsOf({ title, excerpt }: Pick<Hit, 'title' | 'excerpt'>): { title: string | null; excerpt: string } {
  let marked = title;
  const parts: string[] = [];
  for (const part of excerpt.split(' · ')) {
    const plain = plainOf(part);
    if (title !== null && title.includes(plain)) marked = marked?.replace(plain, () => part) ?? null;
    else if (!parts.some((other) => plainOf(other).includes(plain))) parts.push(part);
  }
  return { title: marked, excerpt: parts.join(' · ') };
}

const plainOf = (text: string) => text.replaceAll(/[\uE000\uE001]/g, '');

/** Splits a text with marked matches into matching and other pieces; `at` is the offset of a piece. */
export function piecesOf(words: string): { at: number; text: string; isMatch: boolean }[] {
  let at = 0;
  return words
    .split(/(\uE000[^\uE001]*\uE001)/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const begin = at;
      at += piece.length;
      return { at: begin, text: plainOf(piece), isMatch: piece.startsWith('\uE000') };
    });
}
