import type { ItemFacts, OutlineLine } from './item-facts.ts';

/** Returns the lessons of an item that count toward progress, in order. */
export function linesOf(item: Pick<ItemFacts, 'sections'>): OutlineLine[] {
  return item.sections.flatMap(({ lines }) => lines).filter(({ number }) => number !== null);
}
