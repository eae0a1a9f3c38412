import { largestOf } from '../append.ts';
import { type AnchorView, blockAt, type CharacterRange, charactersWithin } from './anchor-view.ts';

/** Where the editor says the words are now, in the positions of the new document; null when they were deleted in it. */
export type EditorHint = { readonly from: number; readonly to: number } | null;

/** What there is to follow: the words' place in the old text, and how much of what was quoted is left. */
export interface FollowedAnchor {
  readonly range: CharacterRange;
  /** How many letters were quoted when the annotation was made. */
  readonly quoted: number;
  /** How many of them are still there, at most. */
  readonly kept: number;
}

/** The words' place in the new text. */
export interface FollowedRange extends CharacterRange {
  readonly kept: number;
}

/** How many letters of neighbours are compared. */
const contextCharacters = 64;
/** Of words that stand more often only those in the same block are looked at. */
const maxOccurrences = 300;

/**
 * Follows words from one state of a text to the next. Null when they are gone, and also when they might be any of several: an
 * annotation is rather listed as lost than shown on other words. In this order:
 *
 * 1. where the editor says they are, if they stand there;
 * 2. where they were, in a block that is as it was;
 * 3. for an editor that says they were deleted: where they were moved, if they stand once before and once after;
 * 4. where the editor says they are, edited, as long as half of what was quoted is left;
 * 5. without an editor: at the place among all places with the same words that fits the order and the neighbours of all of them best;
 * 6. without an editor: where they were edited, as long as half of what was quoted is left.
 */
export function followAnchor(before: AnchorView, after: AnchorView, anchor: FollowedAnchor, hint?: EditorHint): FollowedRange | null {
  const { range, kept } = anchor;
  const hinted = hint === undefined || hint === null ? null : charactersWithin(after, hint.from, hint.to);
  const words = before.characters.slice(range.start, range.end);
  const at = (start: number): FollowedRange => ({ start, end: start + words.length, kept });
  if (hinted !== null && after.characters.slice(hinted.start, hinted.end) === words) return at(hinted.start);
  const unmoved = findUnmoved(before, after, range);
  if (unmoved !== null) return at(unmoved);
  if (hint !== undefined) {
    const edited = hinted === null ? null : acceptEdited(before, after, anchor, hinted);
    if (edited !== null) return edited;
    const moved = onlyOne(before.characters, words) === null ? null : onlyOne(after.characters, words);
    return moved === null ? null : at(moved);
  }
  const matched = matchOccurrence(before, after, range);
  if (matched === 'ambiguous') return null;
  if (matched !== null) return at(matched);
  const edited = findEdited(before, after, range);
  return edited === null ? null : acceptEdited(before, after, anchor, edited);
}

/** In the same block at the same place, when the block (or all blocks from the first to the last) is as it was up to its end. */
function findUnmoved(before: AnchorView, after: AnchorView, { start, end }: CharacterRange): number | null {
  const first = blockAt(before, start);
  const last = blockAt(before, end - 1);
  const now = after.blocks.find(({ id }) => id !== '' && id === first?.id);
  if (!first || !last || !now) return null;
  const length = last.end - first.start;
  const isSame = before.characters.slice(first.start, last.end) === after.characters.slice(now.start, now.start + length);
  const endsAlike = after.blocks.some(({ end: blockEnd }) => blockEnd === now.start + length);
  // Words of a neighbour that moved up to where these were deleted are not these, however like them.
  const others = new Set(before.blocks.filter((block) => block.end <= first.start || block.start >= last.end).map(({ id }) => id));
  const isOfOthers = after.blocks.some(
    (block) =>
      block.id !== '' && others.has(block.id) && block.start >= now.start && block.end > block.start && block.end <= now.start + length,
  );
  return isSame && endsAlike && !isOfOthers ? now.start + start - first.start : null;
}

function onlyOne(characters: string, words: string): number | null {
  const at = characters.indexOf(words);
  return at === -1 || characters.includes(words, at + 1) ? null : at;
}

/** Words that were changed are the same annotation as long as half of what was quoted is left of them. */
function acceptEdited(
  before: AnchorView,
  after: AnchorView,
  { range, quoted, kept }: FollowedAnchor,
  edited: CharacterRange,
): FollowedRange | null {
  const old = before.characters.slice(range.start, range.end);
  const now = after.characters.slice(edited.start, edited.end);
  const left = Math.min(commonStart(old, now), now.length);
  const right = Math.min(commonEnd(old, now), Math.min(old.length, now.length) - left);
  const stillKept = Math.max(0, kept - (old.length - left - right));
  return now === '' || stillKept * 2 < quoted ? null : { ...edited, kept: stillKept };
}

/**
 * Which of the places with these words in the new text is the old one: the two lists are aligned, in order, by what stands around
 * each place. Ambiguous when another alignment is as good.
 */
function matchOccurrence(before: AnchorView, after: AnchorView, { start, end }: CharacterRange): number | 'ambiguous' | null {
  const words = before.characters.slice(start, end);
  let old = occurrences(before.characters, words, 0, before.characters.length);
  let now = occurrences(after.characters, words, 0, after.characters.length);
  if (old.length > maxOccurrences || now.length > maxOccurrences) {
    const first = blockAt(before, start);
    const same = after.blocks.find(({ id }) => id !== '' && id === first?.id);
    if (!first || !same) return 'ambiguous';
    old = occurrences(before.characters, words, first.start, first.end);
    now = occurrences(after.characters, words, same.start, same.end);
    if (old.length > maxOccurrences || now.length > maxOccurrences) return 'ambiguous';
  }
  const mine = old.indexOf(start);
  if (mine === -1 || now.length === 0) return null;
  const score = (o: number, n: number) => likeness(before.characters, after.characters, o, n, words.length);
  const upTo = alignment(old.slice(0, mine), now, score);
  const from = alignment(old.slice(mine + 1).toReversed(), now.toReversed(), score).toReversed();
  const without = alignment(old.toSpliced(mine, 1), now, score).at(-1) ?? 0;
  const totals = now.map((n, index) => (upTo[index] ?? 0) + score(start, n) + (from[index + 1] ?? 0));
  const best = largestOf(totals);
  if (best < without) return null;
  const bests = totals.filter((total) => total === best);
  return best === without || bests.length > 1 ? 'ambiguous' : (now[totals.indexOf(best)] ?? null);
}

/** The best alignment of `old` with the first 0, 1, 2 … of `now`. */
function alignment(old: readonly number[], now: readonly number[], score: (o: number, n: number) => number): number[] {
  let row = Array.from({ length: now.length + 1 }, () => 0);
  for (const o of old) {
    const next = [0];
    for (const [index, n] of now.entries()) next.push(Math.max(next[index] ?? 0, row[index + 1] ?? 0, (row[index] ?? 0) + score(o, n)));
    row = next;
  }
  return row;
}

/** 1 and one more for each letter beside the words that is the same on both sides; where both texts begin or end, all are. */
function likeness(before: string, after: string, o: number, n: number, length: number): number {
  const leftOld = before.slice(Math.max(0, o - contextCharacters), o);
  const leftNow = after.slice(Math.max(0, n - contextCharacters), n);
  const rightOld = before.slice(o + length, o + length + contextCharacters);
  const rightNow = after.slice(n + length, n + length + contextCharacters);
  const left = leftOld === leftNow ? contextCharacters : commonEnd(leftOld, leftNow);
  const right = rightOld === rightNow ? contextCharacters : commonStart(rightOld, rightNow);
  return 1 + left + right;
}

/** Where the words are when one stretch of their block was replaced. Null too when that may have been one stretch or another. */
function findEdited(before: AnchorView, after: AnchorView, { start, end }: CharacterRange): CharacterRange | null {
  const first = blockAt(before, start);
  const now = after.blocks.find(({ id }) => id !== '' && id === first?.id);
  if (!first || !now || end > first.end) return null;
  const old = before.characters.slice(first.start, first.end);
  const text = after.characters.slice(now.start, now.end);
  const most = Math.min(old.length, text.length);
  const [left, right] = [commonStart(old, text), commonEnd(old, text)];
  const [from, to] = [start - first.start, end - first.start];
  const early = throughChange(from, to, left, old.length - Math.min(right, most - left), text.length - old.length);
  const late = throughChange(from, to, Math.min(left, most - right), old.length - right, text.length - old.length);
  if (early.end <= early.start || early.start !== late.start || early.end !== late.end) return null;
  return { start: now.start + early.start, end: now.start + early.end };
}

/** A range after what stood from `left` to `right` was replaced; what is new is in it only when all of that was. */
function throughChange(from: number, to: number, left: number, right: number, grown: number): CharacterRange {
  return {
    start: from <= left ? from : Math.max(from, right) + grown,
    end: to >= right ? to + grown : Math.min(to, left),
  };
}

function occurrences(characters: string, words: string, from: number, to: number): number[] {
  const found: number[] = [];
  for (
    let at = characters.indexOf(words, from);
    at !== -1 && at < to && found.length <= maxOccurrences;
    at = characters.indexOf(words, at + 1)
  )
    found.push(at);
  return found;
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
