import { charactersWithin, viewOfDocument, type AnchorView, type CharacterRange } from '@newline/document/annotations/anchor-view';
import { anchorBlock, createAnchor, findQuote, type TextAnchor } from '@newline/document/annotations/text-anchor';
import { requestDocument } from '../request-document.ts';
import { AnnotatedTextDocument } from './annotation-documents.ts';
import type { MarkedItem } from './mark.ts';
import type { PageView } from './page-view.ts';

/** The passage of a new discussion, in the positions of the document. */
export type NewPassage = Pick<TextAnchor, 'from' | 'to' | 'text' | 'node' | 'blockId' | 'prefix' | 'suffix'> & { version: number };

/**
 * The passage that some letters of the page are, with its positions in the document, which is asked for now. Null when they do not
 * stand there: the text was changed since the page was made.
 */
export async function passageOfCharacters(item: MarkedItem, page: PageView, characters: CharacterRange): Promise<NewPassage | null> {
  const shown = createAnchor(page, characters);
  if (shown === null) return null;
  const view = await loadView(item);
  const found = findQuote(view, shown);
  const anchor = found === null ? null : createAnchor(view, found);
  return anchor === null ? null : passage(anchor);
}

/** The passage that a whole block is. */
export async function passageOfBlock(item: MarkedItem, blockId: string): Promise<NewPassage | null> {
  const anchor = anchorBlock(await loadView(item), blockId);
  return anchor === null ? null : passage(anchor);
}

/** The passage at two positions of the document, as an address carries them. */
export async function passageOfPositions(item: MarkedItem, from: number, to: number): Promise<NewPassage | null> {
  const view = await loadView(item);
  const anchor = createAnchor(view, charactersWithin(view, from, to));
  if (anchor !== null) return passage(anchor);
  const block = view.blocks.find((candidate) => candidate.from === from && candidate.to === to);
  return block ? passageOfBlock(item, block.id) : null;
}

function passage({ from, to, text, node, blockId, prefix, suffix }: TextAnchor): NewPassage {
  return { from, to, text, node, blockId, prefix, suffix, version: 1 };
}

async function loadView({ kind, id }: MarkedItem): Promise<AnchorView> {
  const answer = await requestDocument(AnnotatedTextDocument, { id, isLesson: kind === 'lesson', isArticle: kind === 'article' });
  const body = (answer.lessonById ?? answer.articleById)?.bodyDelta ?? null;
  return viewOfDocument(body === null ? null : (JSON.parse(body) as unknown));
}
