import type { ItemFacts, OutlineLine } from './item-facts.ts';

/** The lines of an item that count for progress, in their order. */
export function linesOf(item: Pick<ItemFacts, 'sections'>): OutlineLine[] {
  return item.sections.flatMap(({ lines }) => lines).filter(({ number }) => number !== null);
}
