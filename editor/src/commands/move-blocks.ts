import { type Node, NodeRange } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { titleNodeName } from '../editor-schema.ts';

/** A move of the selected blocks past their neighbour, and where they are then, counted from 1. */
export interface Move {
  readonly tr: Transaction;
  readonly place: number;
  readonly count: number;
}

/** What keeps the order of its parts. */
const ordered = new Set(['table', 'tableRow', 'remoteCodeBlock']);

/**
 * Moves the blocks of the selection past the one before (-1) or after (1) them: within their list item, list, quote or callout as
 * long as there is a neighbour, else that moves itself. Null at the edge of the document. It is the neighbour that is moved, so
 * that caret, composition and ids of the selected blocks stay as they are.
 */
export function moveBlocks(state: EditorState, direction: -1 | 1): Move | null {
  const { $from, $to } = state.selection;
  for (let range = $from.blockRange($to); range !== null; range = range.depth === 0 ? null : widen(range)) {
    const { parent, startIndex, endIndex } = range;
    const index = direction === -1 ? startIndex - 1 : endIndex;
    const neighbour = parent.maybeChild(index);
    if (neighbour === null || ordered.has(parent.type.name) || !canSwap(range, neighbour, direction)) continue;
    const tr = state.tr;
    if (direction === -1) tr.insert(range.end, neighbour).delete(range.start - neighbour.nodeSize, range.start);
    else tr.delete(range.end, range.end + neighbour.nodeSize).insert(range.start, neighbour);
    const skipped = parent.firstChild?.type.name === titleNodeName ? 1 : 0;
    return { tr: tr.scrollIntoView(), place: startIndex + direction + 1 - skipped, count: parent.childCount - skipped };
  }
  return null;
}

function widen({ $from, $to, depth }: NodeRange): NodeRange {
  return new NodeRange($from, $to, depth - 1);
}

/** Whether the parent holds its children in the other order too: the title comes first, an item starts with a paragraph. */
function canSwap({ parent, startIndex, endIndex }: NodeRange, neighbour: Node, direction: -1 | 1): boolean {
  if (neighbour.type.name === titleNodeName || parent.child(startIndex).type.name === titleNodeName) return false;
  const before = Array.from({ length: parent.childCount }, (_, index) => parent.child(index));
  const moved = before.slice(startIndex, endIndex);
  const others = direction === -1 ? [...moved, neighbour] : [neighbour, ...moved];
  const from = direction === -1 ? startIndex - 1 : startIndex;
  const children = [...before.slice(0, from), ...others, ...before.slice(from + others.length)];
  let match = parent.type.contentMatch;
  // In a long document only what is swapped needs to be looked at: all of it is of the same kind.
  for (const child of parent.type.name === 'doc' ? [...children.slice(0, 1), ...others] : children) {
    const next = match.matchType(child.type);
    if (next === null) return false;
    match = next;
  }
  return match.validEnd;
}
