import type { CharacterRange } from '@newline/document/annotations/anchor-view';
import { findQuote } from '@newline/document/annotations/text-anchor';
import type { Mark, NoteMark } from './mark.ts';
import type { PageView } from './page-view.ts';

/** An annotation whose passage was located in the page. */
export type PlacedMark = { mark: Mark | NoteMark; characters: CharacterRange; range: Range | null };

/** Annotations that share a control: those that start on the same line, or in the same block where there is no margin. */
export type MarkGroup = {
  /** The block next to which, or at whose end, the control is shown. */
  block: HTMLElement;
  /** The distance from the top of the block to the line, in pixels; 0 where there is no margin. */
  top: number;
  marks: readonly PlacedMark[];
};

/** Lines closer than this count as one, in pixels. */
const lineHeightPx = 22;

/** Locates the passages of annotations in the page, in reading order. Passages that aren't there are left out. */
export function placeMarks(view: PageView, marks: readonly (Mark | NoteMark)[]): readonly PlacedMark[] {
  const placed = marks.flatMap((mark): PlacedMark[] => {
    const characters = mark.quote && findQuote(view, mark.quote);
    if (!characters) return [];
    return [{ mark, characters, range: characters.end > characters.start ? view.rangeOf(characters) : null }];
  });
  return placed.toSorted((a, b) => a.characters.start - b.characters.start || a.characters.end - b.characters.end);
}

/** Groups located annotations by the line or block that they share. */
export function groupMarks(view: PageView, placed: readonly PlacedMark[], hasMargin: boolean): readonly MarkGroup[] {
  const groups: { block: HTMLElement; top: number; marks: PlacedMark[] }[] = [];
  for (const one of placed) {
    const block = one.mark.quote && hostOf(view.elementOf(one.mark.quote.blockId));
    if (!block) continue;
    const top = hasMargin ? lineOf(one.range, block) : 0;
    const group = groups.find((other) => other.block === block && Math.abs(other.top - top) < lineHeightPx);
    if (group) group.marks.push(one);
    else groups.push({ block, top, marks: [one] });
  }
  return groups;
}

/** Skips floating blocks, which take up no room, and returns the block that the control belongs to. */
function hostOf(block: HTMLElement | null): HTMLElement | null {
  if (block === null || getComputedStyle(block).display !== 'contents') return block;
  const next = block.nextElementSibling;
  return next instanceof HTMLElement && next.matches('.b') ? next : null;
}

function lineOf(range: Range | null, block: HTMLElement): number {
  const line = range?.getClientRects()[0];
  return line ? Math.max(0, Math.round(line.top - block.getBoundingClientRect().top)) : 0;
}

/** Returns the lines of code that a range touches, which are highlighted whole. */
export function codeLinesOf(range: Range): readonly HTMLElement[] {
  const around = range.commonAncestorContainer;
  const element = around instanceof HTMLElement ? around : around.parentElement;
  const within = element?.closest('pre > code > span');
  const lines = within ? [within] : [...(element?.querySelectorAll('pre > code > span') ?? [])];
  return lines.filter(
    (line): line is HTMLElement => line instanceof HTMLElement && range.intersectsNode(line) && !isOnlyTouched(range, line),
  );
}

/** True when the range ends exactly where the line starts, so that it doesn't include any of it. */
function isOnlyTouched(range: Range, line: HTMLElement): boolean {
  const lineRange = document.createRange();
  lineRange.selectNodeContents(line);
  return range.compareBoundaryPoints(Range.END_TO_START, lineRange) >= 0 || range.compareBoundaryPoints(Range.START_TO_END, lineRange) <= 0;
}
