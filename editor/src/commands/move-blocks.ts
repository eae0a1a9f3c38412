import { type Node, NodeRange } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { titleNodeName } from '../editor-schema.ts';

/** A move of the selected blocks past their neighbor, and their position afterward, counted from 1. */
export interface Move {
  readonly tr: Transaction;
  readonly position: number;
  readonly count: number;
}

/** Nodes that keep their children in order. */
const ordered = new Set(['table', 'tableRow', 'remoteCodeBlock', 'captioned']);

/**
 * Moves the selected blocks past the previous (-1) or next (1) block: within their list item, list, quote or callout as long as there is a
 * neighbor, otherwise that container moves. Returns null at the edge of the document. The neighbor is the one that is moved, so the caret,
 * composition and IDs of the selected blocks don't change.
 */
export function moveBlocks(state: EditorState, direction: -1 | 1): Move | null {
  const { $from, $to } = state.selection;
  for (let range = $from.blockRange($to); range !== null; range = range.depth === 0 ? null : widen(range)) {
    const { parent, startIndex, endIndex } = range;
    const index = direction === -1 ? startIndex - 1 : endIndex;
    const neighbor = parent.maybeChild(index);
    if (neighbor === null || ordered.has(parent.type.name) || !canSwap(range, neighbor, direction)) continue;
    const tr = state.tr;
    if (direction === -1) tr.insert(range.end, neighbor).delete(range.start - neighbor.nodeSize, range.start);
    else tr.delete(range.end, range.end + neighbor.nodeSize).insert(range.start, neighbor);
    const skipped = parent.firstChild?.type.name === titleNodeName ? 1 : 0;
    return { tr: tr.scrollIntoView(), position: startIndex + direction + 1 - skipped, count: parent.childCount - skipped };
  }
  return null;
}

function widen({ $from, $to, depth }: NodeRange): NodeRange {
  return new NodeRange($from, $to, depth - 1);
}

/** Returns true if the parent accepts its children in the other order: the title comes first, and an item starts with a paragraph. */
function canSwap({ parent, startIndex, endIndex }: NodeRange, neighbor: Node, direction: -1 | 1): boolean {
  if (neighbor.type.name === titleNodeName || parent.child(startIndex).type.name === titleNodeName) return false;
  const before = Array.from({ length: parent.childCount }, (_, index) => parent.child(index));
  const moved = before.slice(startIndex, endIndex);
  const others = direction === -1 ? [...moved, neighbor] : [neighbor, ...moved];
  const from = direction === -1 ? startIndex - 1 : startIndex;
  const children = [...before.slice(0, from), ...others, ...before.slice(from + others.length)];
  let match = parent.type.contentMatch;
  // In a long document only the swapped blocks need to be checked, because the others are all of the same kind.
  for (const child of parent.type.name === 'doc' ? [...children.slice(0, 1), ...others] : children) {
    const next = match.matchType(child.type);
    if (next === null) return false;
    match = next;
  }
  return match.validEnd;
}
