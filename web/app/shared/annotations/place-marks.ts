import type { CharacterRange } from '@newline/document/annotations/anchor-view';
import { findQuote } from '@newline/document/annotations/text-anchor';
import type { Mark } from './mark.ts';
import type { PageView } from './page-view.ts';

/** A mark whose words stand in the page. */
export type PlacedMark = { mark: Mark; characters: CharacterRange; range: Range | null };

/** Marks that share a control: those that begin on one line, or in one block where there is no margin. */
export type MarkGroup = {
  /** The block whose margin, or whose end, it stands at. */
  block: HTMLElement;
  /** From the block's upper edge to the line, in pixels; 0 where there is no margin. */
  top: number;
  marks: readonly PlacedMark[];
};

/** Lines closer than this are one, in pixels. */
const lineHeightPx = 22;

/** Finds the words of the marks in the page, in reading order; what does not stand there is left out. */
export function placeMarks(view: PageView, marks: readonly Mark[]): readonly PlacedMark[] {
  const placed = marks.flatMap((mark): PlacedMark[] => {
    const characters = mark.quote && findQuote(view, mark.quote);
    if (!characters) return [];
    return [{ mark, characters, range: characters.end > characters.start ? view.rangeOf(characters) : null }];
  });
  return placed.toSorted((a, b) => a.characters.start - b.characters.start || a.characters.end - b.characters.end);
}

/** Groups placed marks by what they stand beside. */
export function groupMarks(view: PageView, placed: readonly PlacedMark[], hasMargin: boolean): readonly MarkGroup[] {
  const groups: { block: HTMLElement; top: number; marks: PlacedMark[] }[] = [];
  for (const one of placed) {
    const block = one.mark.quote && hostOf(view.elementOf(one.mark.quote.blockId));
    if (!block) continue;
    const top = hasMargin ? lineOf(one.range, block) : 0;
    const group = groups.find((known) => known.block === block && Math.abs(known.top - top) < lineHeightPx);
    if (group) group.marks.push(one);
    else groups.push({ block, top, marks: [one] });
  }
  return groups;
}

/** A float's own block takes no room: the next one has it beside it. */
function hostOf(block: HTMLElement | null): HTMLElement | null {
  if (block === null || getComputedStyle(block).display !== 'contents') return block;
  const next = block.nextElementSibling;
  return next instanceof HTMLElement && next.matches('.b') ? next : null;
}

function lineOf(range: Range | null, block: HTMLElement): number {
  const line = range?.getClientRects()[0];
  return line ? Math.max(0, Math.round(line.top - block.getBoundingClientRect().top)) : 0;
}

/** The lines of code that a range touches, to be marked whole. */
export function codeLinesOf(range: Range): readonly HTMLElement[] {
  const around = range.commonAncestorContainer;
  const element = around instanceof HTMLElement ? around : around.parentElement;
  const within = element?.closest('pre > code > span');
  const lines = within ? [within] : [...(element?.querySelectorAll('pre > code > span') ?? [])];
  return lines.filter(
    (line): line is HTMLElement => line instanceof HTMLElement && range.intersectsNode(line) && !isOnlyTouched(range, line),
  );
}

/** A range that ends where a line begins does not touch it. */
function isOnlyTouched(range: Range, line: HTMLElement): boolean {
  const whole = document.createRange();
  whole.selectNodeContents(line);
  return range.compareBoundaryPoints(Range.END_TO_START, whole) >= 0 || range.compareBoundaryPoints(Range.START_TO_END, whole) <= 0;
}
