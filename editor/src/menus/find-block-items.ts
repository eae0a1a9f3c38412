import type { Schema } from '@tiptap/pm/model';
import { blockItems, type BlockItem, type BlockInsertion } from './block-items.ts';

/**
 * Finds the items for a search term: first those whose label starts with it, then those with a word in the label or the search terms that
 * does, each in the order of the menu; grouped items stay together. '' returns all items that aren't hidden.
 */
export function findBlockItems(items: readonly BlockItem[], query: string): readonly BlockItem[] {
  const sought = query.trim().toLowerCase();
  if (sought === '') return items.filter((item) => item.isHidden !== true);
  const matches = items.filter((item) => rank(item, sought) > 0);
  const groups = [...new Set(matches.toSorted((a, b) => rank(b, sought) - rank(a, sought)).map((item) => item.group))];
  return groups.flatMap((group) => matches.filter((item) => item.group === group).toSorted((a, b) => rank(b, sought) - rank(a, sought)));
}

/** Returns 3 for a match at the start of the label, 2 at the start of a word in it, 1 at the start of a search term, 0 for none. */
function rank(item: BlockItem, sought: string): number {
  const label = item.label.toLowerCase();
  if (label.startsWith(sought) || label.replaceAll(' ', '').startsWith(sought)) return 3;
  if (label.split(/[\s:]+/u).some((word) => word.startsWith(sought))) return 2;
  return item.keywords.split(' ').some((word) => word.startsWith(sought)) ? 1 : 0;
}

/** Returns the items whose blocks are in the schema. Comments have fewer. */
export function blockItemsFor(schema: Schema): readonly BlockItem[] {
  return blockItems.filter((item) => schema.nodes[typeOf(item.insertion)] !== undefined);
}

function typeOf(insertion: BlockInsertion): string {
  if (insertion.kind === 'images') return 'image';
  return 'type' in insertion ? insertion.type : insertion.kind;
}
