import { type AnchorBlock, type AnchorView, blockAt, charactersOf, type CharacterRange } from './anchor-view.ts';

/** A place in a text by its words: which block, which words, what stands around them, and the how-manieth time they stand there. */
export interface TextQuote {
  /** Id of the top-level block in which the words begin. */
  readonly blockId: string;
  /** The words; '' for a block that has none (a picture, a formula), which is meant as a whole. */
  readonly text: string;
  /** How often the same words begin in this block before. */
  readonly occurrence: number;
}

/** An annotation's place as it is stored. */
export interface TextAnchor extends TextQuote {
  /** Id of the block in which the words end. */
  readonly endBlockId: string;
  /** Name of the node in which they begin. */
  readonly node: string;
  /** Up to 32 characters of the same block before the words. */
  readonly prefix: string;
  /** Up to 32 characters of the last block after them. */
  readonly suffix: string;
  /** The words' place in the document's positions. */
  readonly from: number;
  readonly to: number;
}

/** How many characters before and after the words are kept. */
export const contextLength = 32;
/** More characters are not quoted. */
export const maxQuoteLength = 10_000;

/** The anchor of a range of letters. Null when there is nothing to hold on to: no letter, no id, or more words than are quoted. */
export function createAnchor(view: AnchorView, { start, end }: CharacterRange): TextAnchor | null {
  const first = blockAt(view, start);
  const last = blockAt(view, end - 1);
  if (end <= start || !first || !last || first.id === '' || last.id === '') return null;
  const text = view.words(start, end);
  if (text.length > maxQuoteLength) return null;
  return {
    blockId: first.id,
    endBlockId: last.id,
    node: first.node,
    text,
    occurrence: occurrenceOf(view, first, start, view.characters.slice(start, end)),
    prefix: view
      .words(first.start, start + 1)
      .slice(0, -1)
      .slice(-contextLength),
    suffix: view.words(end - 1, last.end).slice(1, contextLength + 1),
    from: view.positionOf(start),
    to: view.positionOf(end - 1) + 1,
  };
}

/** The anchor of a whole block; null when there is none with this id. */
export function anchorBlock(view: AnchorView, blockId: string): TextAnchor | null {
  const block = view.blocks.find(({ id }) => id !== '' && id === blockId);
  if (!block) return null;
  if (block.end > block.start) return createAnchor(view, block);
  const { from, to, node } = block;
  return { blockId, endBlockId: blockId, node, text: '', occurrence: 0, prefix: '', suffix: '', from, to };
}

/** The letters of a quote; for a block that is meant as a whole an empty range. Null when they do not stand there. */
export function findQuote(view: AnchorView, { blockId, text, occurrence }: TextQuote): CharacterRange | null {
  const block = view.blocks.find(({ id }) => id !== '' && id === blockId);
  if (!block) return null;
  const characters = charactersOf(text);
  if (characters === '') return block.end === block.start ? { start: block.start, end: block.start } : null;
  const start = occurrencesIn(view, block, characters)[occurrence];
  return start === undefined ? null : { start, end: start + characters.length };
}

/** Where in a block the letters begin, in order; they may go on into the next one. */
function occurrencesIn(view: AnchorView, { start, end }: AnchorBlock, characters: string): number[] {
  const found: number[] = [];
  for (let at = view.characters.indexOf(characters, start); at !== -1 && at < end; at = view.characters.indexOf(characters, at + 1))
    found.push(at);
  return found;
}

function occurrenceOf(view: AnchorView, block: AnchorBlock, start: number, characters: string): number {
  return Math.max(0, occurrencesIn(view, block, characters).indexOf(start));
}

/**
 * Finds words by what stood around them: only where the same words stand once in their block between the same neighbours. For an
 * anchor that was lost, and for one made on a text that has changed since.
 */
export function findByContext(
  view: AnchorView,
  { blockId, text, prefix, suffix }: Pick<TextAnchor, 'blockId' | 'text' | 'prefix' | 'suffix'>,
): CharacterRange | null {
  const block = view.blocks.find(({ id }) => id !== '' && id === blockId);
  const characters = charactersOf(text);
  if (!block || characters === '') return null;
  const [before, after] = [charactersOf(prefix), charactersOf(suffix)];
  // Less than could be kept was there: the block began or ended here.
  const isAtStart = prefix.length < contextLength;
  const isAtEnd = suffix.length < contextLength;
  const found = occurrencesIn(view, block, characters).filter((at) => {
    const end = at + characters.length;
    const left = view.characters.slice(Math.max(block.start, at - before.length), at);
    const right = view.characters.slice(end, end + after.length);
    if (left !== before || right !== after || (isAtStart && at - before.length !== block.start)) return false;
    return !isAtEnd || blockAt(view, end - 1)?.end === end + after.length;
  });
  const [only, another] = found;
  return only === undefined || another !== undefined ? null : { start: only, end: only + characters.length };
}
