import { foldTabs } from './fold-tabs.ts';
import { nameScrollers } from './name-scrollers.ts';
import { showNotes } from './show-notes.ts';

/** Starts tabs, footnotes, formulas and diagrams: few texts have any, and each needs little code. */
export function startRareParts(text: HTMLElement, signal: AbortSignal): void {
  foldTabs(text);
  showNotes(text, signal);
  nameScrollers(text, signal);
}
