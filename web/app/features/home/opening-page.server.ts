import { decodedOrAsIs } from '@newline/document/decode-part';
import type { DocumentNode } from '@newline/document/document-node';
import { toText } from '@newline/document/text';
import { cutText } from '@newline/document/truncate';
import type { OpeningPage } from './home-facts.ts';

/** About as many characters as fit on the page. */
const maxCharacters = 480;

/** A book with its first chapter. */
export type OpeningBook = {
  id: string;
  slug: string;
  title: string;
  isComingSoon: boolean;
  outlineList: readonly { isFree: boolean; title: string; permalink: string }[];
};

/** The free first chapter of a book: where its text can be found. */
export type OpeningChapter = { bookId: string; book: string; chapter: string; page: Omit<OpeningPage, 'paragraphs'> };

/** Returns the first chapter of the newest book with a free one; null if there is none. */
export function openingChapterOf(newest: readonly OpeningBook[]): OpeningChapter | null {
  for (const { id, slug, title, isComingSoon, outlineList } of newest) {
    const [first] = outlineList;
    if (isComingSoon || first === undefined || !first.isFree) continue;
    const chapter = decodedOrAsIs(first.permalink.slice(first.permalink.lastIndexOf('/') + 1));
    return { bookId: id, book: slug, chapter, page: { book: title, chapter: first.title, permalink: first.permalink } };
  }
  return null;
}

/** Returns the page: the first paragraphs of the chapter. Null if it doesn't start with text. */
export function openingPageOf({ page }: OpeningChapter, body: string | null | undefined): OpeningPage | null {
  const { content = [] }: DocumentNode = body ? JSON.parse(body) : { type: 'doc' };
  const paragraphs: OpeningPage['paragraphs'][number][] = [];
  let left = maxCharacters;
  for (const node of content) {
    if (node.type !== 'paragraph' || left <= 0) break;
    const text = cutText(toText({ type: 'doc', content: [node] }, { hasNotes: false }), left);
    left -= text.length;
    const id = node.attrs?.['id'];
    if (text !== '') paragraphs.push({ id: typeof id === 'string' ? id : '', text });
  }
  return paragraphs.length === 0 ? null : { ...page, paragraphs };
}
