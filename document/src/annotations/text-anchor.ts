import { type AnchorBlock, type AnchorView, blockAt, charactersOf, type CharacterRange } from './anchor-view.ts';

/** A position in a document, given by text: the block, the quoted text, what surrounds it, and which of its occurrences is meant. */
export interface TextQuote {
  /** ID of the top-level block in which the text begins. */
  readonly blockId: string;
  /** The quoted text, or '' for a whole block without text (an image, a formula). */
  readonly text: string;
  /** The number of earlier occurrences of the same text in this block. */
  readonly occurrence: number;
}

/** An annotation's position as it is stored. */
export interface TextAnchor extends TextQuote {
  /** ID of the block in which the text ends. */
  readonly endBlockId: string;
  /** Name of the node in which the text begins. */
  readonly node: string;
  /** Up to 32 characters before the text, in the same block. */
  readonly prefix: string;
  /** Up to 32 characters after the text, in the last block. */
  readonly suffix: string;
  /** The position in the document where the text begins. */
  readonly from: number;
  readonly to: number;
}

/** The number of characters before and after the text that are stored. */
export const contextLength = 32;
/** The greatest number of characters that can be quoted. */
export const maxQuoteLength = 10_000;

/**
 * Creates an anchor for a range of characters. Returns null if the range has no characters, no block ID or more text than can be quoted.
 */
export function createAnchor(view: AnchorView, { start, end }: CharacterRange): TextAnchor | null {
  const first = blockAt(view, start);
  const last = blockAt(view, end - 1);
  if (end <= start || !first || !last || first.id === '' || last.id === '') return null;
  const text = view.textBetween(start, end);
  if (text.length > maxQuoteLength) return null;
  return {
    blockId: first.id,
    endBlockId: last.id,
    node: first.node,
    text,
    occurrence: occurrenceOf(view, first, start, view.characters.slice(start, end)),
    prefix: view
      .textBetween(first.start, start + 1)
      .slice(0, -1)
      .slice(-contextLength),
    suffix: view.textBetween(end - 1, last.end).slice(1, contextLength + 1),
    from: view.positionOf(start),
    to: view.positionOf(end - 1) + 1,
  };
}

/** Creates an anchor for a whole block, or returns null if no block has this ID. */
export function anchorBlock(view: AnchorView, blockId: string): TextAnchor | null {
  const block = view.blocks.find(({ id }) => id !== '' && id === blockId);
  if (!block) return null;
  if (block.end > block.start) return createAnchor(view, block);
  const { from, to, node } = block;
  return { blockId, endBlockId: blockId, node, text: '', occurrence: 0, prefix: '', suffix: '', from, to };
}

/** Finds the characters of a quote; the range is empty for a whole block. Returns null if the text isn't there. */
export function findQuote(view: AnchorView, { blockId, text, occurrence }: TextQuote): CharacterRange | null {
  const block = view.blocks.find(({ id }) => id !== '' && id === blockId);
  if (!block) return null;
  const characters = charactersOf(text);
  if (characters === '') return block.end === block.start ? { start: block.start, end: block.start } : null;
  const start = occurrencesIn(view, block, characters)[occurrence];
  return start === undefined ? null : { start, end: start + characters.length };
}

/** Returns the indexes in a block where the characters begin, in order. They may continue into the next block. */
function occurrencesIn(view: AnchorView, { start, end }: AnchorBlock, characters: string): number[] {
  const starts: number[] = [];
  for (let at = view.characters.indexOf(characters, start); at !== -1 && at < end; at = view.characters.indexOf(characters, at + 1))
    starts.push(at);
  return starts;
}

function occurrenceOf(view: AnchorView, block: AnchorBlock, start: number, characters: string): number {
  return Math.max(0, occurrencesIn(view, block, characters).indexOf(start));
}

/**
 * Finds text by what surrounds it, if it occurs just once in its block between the same neighbors. For an anchor that was lost, and for one
 * made on a text that has changed since.
 */
export function findByContext(
  view: AnchorView,
  { blockId, text, prefix, suffix }: Pick<TextAnchor, 'blockId' | 'text' | 'prefix' | 'suffix'>,
): CharacterRange | null {
  const block = view.blocks.find(({ id }) => id !== '' && id === blockId);
  const characters = charactersOf(text);
  if (!block || characters === '') return null;
  const [before, after] = [charactersOf(prefix), charactersOf(suffix)];
  // The context is shorter than what can be stored, so the block began or ended here.
  const isAtStart = prefix.length < contextLength;
  const isAtEnd = suffix.length < contextLength;
  const starts = occurrencesIn(view, block, characters).filter((at) => {
    const end = at + characters.length;
    const left = view.characters.slice(Math.max(block.start, at - before.length), at);
    const right = view.characters.slice(end, end + after.length);
    if (left !== before || right !== after || (isAtStart && at - before.length !== block.start)) return false;
    return !isAtEnd || blockAt(view, end - 1)?.end === end + after.length;
  });
  const [only, another] = starts;
  return only === undefined || another !== undefined ? null : { start: only, end: only + characters.length };
}
