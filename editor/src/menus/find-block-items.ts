import type { Schema } from '@tiptap/pm/model';
import { blockItems, type BlockItem, type BlockInsertion } from './block-items.ts';

/**
 * The items that answer what was typed: those whose label starts with it, then those with such a word in label or search words,
 * each in the order of the menu; grouped items stay together. '' is all that are not hidden.
 */
export function findBlockItems(items: readonly BlockItem[], query: string): readonly BlockItem[] {
  const sought = query.trim().toLowerCase();
  if (sought === '') return items.filter((item) => item.isHidden !== true);
  const found = items.filter((item) => rank(item, sought) > 0);
  const groups = [...new Set(found.toSorted((a, b) => rank(b, sought) - rank(a, sought)).map((item) => item.group))];
  return groups.flatMap((group) => found.filter((item) => item.group === group).toSorted((a, b) => rank(b, sought) - rank(a, sought)));
}

/** 3 for the start of the label, 2 for the start of a word of it, 1 for the start of a search word, 0 for none. */
function rank(item: BlockItem, sought: string): number {
  const label = item.label.toLowerCase();
  if (label.startsWith(sought) || label.replaceAll(' ', '').startsWith(sought)) return 3;
  if (label.split(/[\s:]+/u).some((word) => word.startsWith(sought))) return 2;
  return item.words.split(' ').some((word) => word.startsWith(sought)) ? 1 : 0;
}

/** The items whose block the schema knows: a comment has fewer. */
export function blockItemsFor(schema: Schema): readonly BlockItem[] {
  return blockItems.filter((item) => schema.nodes[typeOf(item.insertion)] !== undefined);
}

function typeOf(insertion: BlockInsertion): string {
  if (insertion.kind === 'images') return 'image';
  return insertion.kind === 'table' ? 'table' : insertion.type;
}
