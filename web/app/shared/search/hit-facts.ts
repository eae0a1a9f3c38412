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

/** The kinds of hits whose excerpt joins several texts, such as a title, a subtitle and a description, with dots. */
const joined: ReadonlySet<HitKind> = new Set(['COURSE', 'BOOK', 'ARTICLE', 'LESSON', 'CLIP', 'PERSON', 'PAGE']);

/**
 * Returns the title and the excerpt of a hit with its matches. Parts of the excerpt that repeat the title mark their matches there, and a
 * part that repeats another one is left out. The others become sentences, so no line and no excerpt starts or ends with a dot between them.
 */
export function wordsOf({ kind, title, excerpt }: Pick<Hit, 'kind' | 'title' | 'excerpt'>): { title: string | null; excerpt: string } {
  let marked = title;
  const parts: string[] = [];
  for (const part of joined.has(kind) ? partsOf(excerpt) : [excerpt]) {
    const plain = plainOf(part);
    if (title !== null && title.includes(plain)) marked = marked?.replace(plain, () => part) ?? null;
    else if (!parts.some((other) => plainOf(other).includes(plain))) parts.push(part);
  }
  const sentences = parts.map((part, at) => (at === parts.length - 1 || /[.!?…:;][”’"')]*$/.test(plainOf(part)) ? part : `${part}.`));
  return { title: marked, excerpt: sentences.join(' ') };
}

/** Returns the joined texts. An excerpt may be cut on either side of a dot. */
function partsOf(excerpt: string): string[] {
  return excerpt
    .replace(/^(…?)\s*·\s+/, '$1')
    .replace(/\s+·\s*(…?)$/, '$1')
    .split(' · ');
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
