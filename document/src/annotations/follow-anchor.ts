import { largestOf } from '../append.ts';
import { type AnchorView, blockAt, type CharacterRange, charactersWithin } from './anchor-view.ts';

/** The range in the new document where the editor says the text is now; null if it was deleted. */
export type EditorHint = { readonly from: number; readonly to: number } | null;

/** What to follow: the range in the old text, and how much of the quoted text is left. */
export interface FollowedAnchor {
  readonly range: CharacterRange;
  /** The number of characters that were quoted when the annotation was made. */
  readonly quoted: number;
  /** The greatest number of them that can still be there. */
  readonly remaining: number;
}

/** The range of the annotated text in the new document. */
export interface FollowedRange extends CharacterRange {
  readonly remaining: number;
}

/** The number of neighboring characters that are compared. */
const contextCharacters = 64;
/** The number of occurrences above which only those in the same block are considered. */
const maxOccurrences = 300;

/**
 * Follows the text of an annotation from one version of a document to the next. Returns null if the text is gone, or if it could be any of
 * several occurrences: an annotation is better listed as lost than shown on other text. In this order:
 *
 * 1. where the editor says it is, if it is there;
 * 2. where it was, in an unchanged block;
 * 3. for an editor that says it was deleted: where it was moved, if it occurs once before and once after;
 * 4. where the editor says it is, edited, as long as half of the quoted text is left;
 * 5. without an editor: the occurrence that best fits the order and the neighbors of all occurrences of the same text;
 * 6. without an editor: where it was edited, as long as half of the quoted text is left.
 */
export function followAnchor(before: AnchorView, after: AnchorView, anchor: FollowedAnchor, hint?: EditorHint): FollowedRange | null {
  const { range, remaining } = anchor;
  const hinted = hint === undefined || hint === null ? null : charactersWithin(after, hint.from, hint.to);
  const quote = before.characters.slice(range.start, range.end);
  const at = (start: number): FollowedRange => ({ start, end: start + quote.length, remaining });
  if (hinted !== null && after.characters.slice(hinted.start, hinted.end) === quote) return at(hinted.start);
  const unmoved = findUnmoved(before, after, range);
  if (unmoved !== null) return at(unmoved);
  if (hint !== undefined) {
    const edited = hinted === null ? null : acceptEdited(before, after, anchor, hinted);
    if (edited !== null) return edited;
    const moved = onlyOne(before.characters, quote) === null ? null : onlyOne(after.characters, quote);
    return moved === null ? null : at(moved);
  }
  const matched = matchOccurrence(before, after, range);
  if (matched === 'ambiguous') return null;
  if (matched !== null) return at(matched);
  const edited = findEdited(before, after, range);
  return edited === null ? null : acceptEdited(before, after, anchor, edited);
}

/**
 * Finds the text at the same position of the same block, if the block (or each block from the first to the last) is unchanged up to its
 * end.
 */
function findUnmoved(before: AnchorView, after: AnchorView, { start, end }: CharacterRange): number | null {
  const first = blockAt(before, start);
  const last = blockAt(before, end - 1);
  const current = after.blocks.find(({ id }) => id !== '' && id === first?.id);
  if (!first || !last || !current) return null;
  const length = last.end - first.start;
  const isSame = before.characters.slice(first.start, last.end) === after.characters.slice(current.start, current.start + length);
  const endsAlike = after.blocks.some(({ end: blockEnd }) => blockEnd === current.start + length);
  // Text of a neighboring block that moved to where this text was deleted is a different text, however similar.
  const others = new Set(before.blocks.filter((block) => block.end <= first.start || block.start >= last.end).map(({ id }) => id));
  const isOfOthers = after.blocks.some(
    (block) =>
      block.id !== '' &&
      others.has(block.id) &&
      block.start >= current.start &&
      block.end > block.start &&
      block.end <= current.start + length,
  );
  return isSame && endsAlike && !isOfOthers ? current.start + start - first.start : null;
}

function onlyOne(characters: string, quote: string): number | null {
  const at = characters.indexOf(quote);
  return at === -1 || characters.includes(quote, at + 1) ? null : at;
}

/** Accepts edited text as the same annotation as long as half of the quoted text is left. */
function acceptEdited(
  before: AnchorView,
  after: AnchorView,
  { range, quoted, remaining }: FollowedAnchor,
  edited: CharacterRange,
): FollowedRange | null {
  const old = before.characters.slice(range.start, range.end);
  const current = after.characters.slice(edited.start, edited.end);
  const left = Math.min(commonStart(old, current), current.length);
  const right = Math.min(commonEnd(old, current), Math.min(old.length, current.length) - left);
  const stillLeft = Math.max(0, remaining - (old.length - left - right));
  return current === '' || stillLeft * 2 < quoted ? null : { ...edited, remaining: stillLeft };
}

/**
 * Finds the old occurrence among those of the same text in the new document. The two lists are aligned, in order, by the text around each
 * occurrence. The result is ambiguous if another alignment is as good.
 */
function matchOccurrence(before: AnchorView, after: AnchorView, { start, end }: CharacterRange): number | 'ambiguous' | null {
  const quote = before.characters.slice(start, end);
  let old = occurrences(before.characters, quote, 0, before.characters.length);
  let current = occurrences(after.characters, quote, 0, after.characters.length);
  if (old.length > maxOccurrences || current.length > maxOccurrences) {
    const first = blockAt(before, start);
    const same = after.blocks.find(({ id }) => id !== '' && id === first?.id);
    if (!first || !same) return 'ambiguous';
    old = occurrences(before.characters, quote, first.start, first.end);
    current = occurrences(after.characters, quote, same.start, same.end);
    if (old.length > maxOccurrences || current.length > maxOccurrences) return 'ambiguous';
  }
  const mine = old.indexOf(start);
  if (mine === -1 || current.length === 0) return null;
  const score = (o: number, n: number) => likeness(before.characters, after.characters, o, n, quote.length);
  const upTo = alignment(old.slice(0, mine), current, score);
  const from = alignment(old.slice(mine + 1).toReversed(), current.toReversed(), score).toReversed();
  const without = alignment(old.toSpliced(mine, 1), current, score).at(-1) ?? 0;
  const totals = current.map((n, index) => (upTo[index] ?? 0) + score(start, n) + (from[index + 1] ?? 0));
  const best = largestOf(totals);
  if (best < without) return null;
  const bests = totals.filter((total) => total === best);
  return best === without || bests.length > 1 ? 'ambiguous' : (current[totals.indexOf(best)] ?? null);
}

/** Returns the best alignment of `old` with the first 0, 1, 2 … of `now`. */
function alignment(old: readonly number[], current: readonly number[], score: (o: number, n: number) => number): number[] {
  let row = Array.from({ length: current.length + 1 }, () => 0);
  for (const o of old) {
    const next = [0];
    for (const [index, n] of current.entries()) next.push(Math.max(next[index] ?? 0, row[index + 1] ?? 0, (row[index] ?? 0) + score(o, n)));
    row = next;
  }
  return row;
}

/**
 * Returns 1 plus the number of neighboring characters that are the same on both sides; where both texts begin or end, all of them count.
 */
function likeness(before: string, after: string, o: number, n: number, length: number): number {
  const leftOld = before.slice(Math.max(0, o - contextCharacters), o);
  const leftNow = after.slice(Math.max(0, n - contextCharacters), n);
  const rightOld = before.slice(o + length, o + length + contextCharacters);
  const rightNow = after.slice(n + length, n + length + contextCharacters);
  const left = leftOld === leftNow ? contextCharacters : commonEnd(leftOld, leftNow);
  const right = rightOld === rightNow ? contextCharacters : commonStart(rightOld, rightNow);
  return 1 + left + right;
}

/** Finds the text when one stretch of its block was replaced. Returns null also when it isn't clear which stretch was. */
function findEdited(before: AnchorView, after: AnchorView, { start, end }: CharacterRange): CharacterRange | null {
  const first = blockAt(before, start);
  const current = after.blocks.find(({ id }) => id !== '' && id === first?.id);
  if (!first || !current || end > first.end) return null;
  const old = before.characters.slice(first.start, first.end);
  const text = after.characters.slice(current.start, current.end);
  const most = Math.min(old.length, text.length);
  const [left, right] = [commonStart(old, text), commonEnd(old, text)];
  const [from, to] = [start - first.start, end - first.start];
  const early = throughChange(from, to, left, old.length - Math.min(right, most - left), text.length - old.length);
  const latest = throughChange(from, to, Math.min(left, most - right), old.length - right, text.length - old.length);
  if (early.end <= early.start || early.start !== latest.start || early.end !== latest.end) return null;
  return { start: current.start + early.start, end: current.start + early.end };
}

/**
 * Returns a range after the characters from `left` to `right` were replaced. The new characters are included only if the range contained
 * all replaced ones.
 */
function throughChange(from: number, to: number, left: number, right: number, grown: number): CharacterRange {
  return {
    start: from <= left ? from : Math.max(from, right) + grown,
    end: to >= right ? to + grown : Math.min(to, left),
  };
}

function occurrences(characters: string, quote: string, from: number, to: number): number[] {
  const starts: number[] = [];
  for (
    let at = characters.indexOf(quote, from);
    at !== -1 && at < to && starts.length <= maxOccurrences;
    at = characters.indexOf(quote, at + 1)
  )
    starts.push(at);
  return starts;
}

function commonStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length += 1;
  return length;
}

function commonEnd(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.charCodeAt(one.length - 1 - length) === other.charCodeAt(other.length - 1 - length)) length += 1;
  return length;
}
