import { charactersWithin, viewOfDocument, type AnchorView, type CharacterRange } from '@newline/document/annotations/anchor-view';
import { anchorBlock, createAnchor, findQuote, maxQuoteLength, type TextAnchor } from '@newline/document/annotations/text-anchor';
import { ApiError } from '../graphql-document.ts';
import { requestDocument } from '../request-document.ts';
import { AnnotatedTextDocument } from './annotation-documents.ts';
import type { MarkedItem } from './mark.ts';
import type { PageView } from './page-view.ts';

/** The passage of a new discussion, in positions of the document. */
export type NewPassage = Pick<TextAnchor, 'from' | 'to' | 'text' | 'node' | 'blockId' | 'occurrence' | 'prefix' | 'suffix'> & {
  version: number;
};

/**
 * Returns the passage for a range of characters in the page, with positions in the document, which is fetched now. Null when the text has
 * changed since the page was rendered. Without a connection, it has the words and their neighbors: the server finds them when it gets them.
 */
export async function passageOfCharacters(item: MarkedItem, page: PageView, characters: CharacterRange): Promise<NewPassage | null> {
  const pageAnchor = createAnchor(page, characters);
  if (pageAnchor === null) return null;
  const view = await loadViewIfReachable(item);
  if (view === null) return passageOfPage(pageAnchor);
  const match = findQuote(view, pageAnchor);
  const anchor = match === null ? null : createAnchor(view, match);
  return anchor === null ? null : passage(anchor);
}

/** Returns the passage that covers a whole block, or its first characters if it has more than `most`; null when the block is gone. */
export async function passageOfBlock(item: MarkedItem, page: PageView, blockId: string, most = maxQuoteLength): Promise<NewPassage | null> {
  const loaded = await loadViewIfReachable(item);
  const view = loaded ?? page;
  const block = view.blocks.find(({ id }) => id === blockId);
  if (!block) return null;
  const { start } = block;
  // White space counts in the text, but not in the positions.
  let end = Math.min(block.end, start + most);
  while (end > start && view.textBetween(start, end).length > most) end -= 1;
  const anchor = end === block.end ? anchorBlock(view, blockId) : createAnchor(view, { start, end });
  if (anchor === null) return null;
  return loaded === null ? passageOfPage(anchor) : passage(anchor);
}

/** Returns the passage between two positions of the document, as a URL carries them; null when there is none. */
export async function passageOfPositions(item: MarkedItem, page: PageView, from: number, to: number): Promise<NewPassage | null> {
  const view = await loadView(item);
  const anchor = createAnchor(view, charactersWithin(view, from, to));
  if (anchor !== null) return passage(anchor);
  const block = view.blocks.find((candidate) => candidate.from === from && candidate.to === to);
  return block ? passageOfBlock(item, page, block.id) : null;
}

function passage({ from, to, text, node, blockId, occurrence, prefix, suffix }: TextAnchor): NewPassage {
  return { from, to, text, node, blockId, occurrence, prefix, suffix, version: 1 };
}

/** Returns a passage without positions in the document, which the page doesn't know. */
function passageOfPage(anchor: TextAnchor): NewPassage {
  return { ...passage(anchor), node: '', from: 0, to: 0 };
}

/** Returns null if the site can't be reached. */
async function loadViewIfReachable(item: MarkedItem): Promise<AnchorView | null> {
  try {
    return await loadView(item);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    return null;
  }
}

async function loadView({ kind, id }: MarkedItem): Promise<AnchorView> {
  const answer = await requestDocument(AnnotatedTextDocument, { id, isLesson: kind === 'lesson', isArticle: kind === 'article' });
  const body = (answer.lessonById ?? answer.articleById)?.bodyDelta ?? null;
  return viewOfDocument(body === null ? null : (JSON.parse(body) as unknown));
}
