import { lift, setBlockType, wrapIn } from '@tiptap/pm/commands';
import { Fragment, type Node, type NodeType, type Schema } from '@tiptap/pm/model';
import { wrapInList } from '@tiptap/pm/schema-list';
import { NodeSelection, TextSelection, type Command, type EditorState, type Transaction } from '@tiptap/pm/state';
import { addCaption } from '../commands/add-caption.ts';
import { createExercise } from '../commands/create-exercise.ts';
import { insertFootnote } from '../commands/insert-footnote.ts';
import { itemAround } from '../commands/item-around.ts';
import type { BlockInsertion } from './block-items.ts';

type DocumentInsertion = Exclude<BlockInsertion, { kind: 'form' } | { kind: 'images' }>;

/** Returns the command of a menu item that changes the document immediately. It applies to the line with the caret. */
export function insertBlock(insertion: DocumentInsertion): Command {
  return (state, dispatch, view) => {
    switch (insertion.kind) {
      case 'line':
        return turnInto(state, insertion, dispatch);
      case 'wrap':
        return wrapLine(insertion)(state, dispatch, view);
      case 'list':
        return insertList(insertion)(state, dispatch, view);
      case 'block':
        return insertOwnBlock(state, insertion, dispatch);
      case 'caption':
        return addCaption(state, dispatch);
      case 'footnote':
        return insertFootnote(state, dispatch, view);
      case 'exercise':
        if (state.schema.nodes['exercise'] === undefined) return false;
        dispatch?.(placeBlock(state, createExercise(state.schema)));
        return true;
      case 'table': {
        const tr = placeBlock(state, createTable(state.schema, 3, 3));
        dispatch?.(tr);
        return true;
      }
    }
  };
}

/** Wraps the line in a list. For a list of tasks, the item becomes a task, also if it's already in a list. */
function insertList({ type, checked }: Extract<DocumentInsertion, { kind: 'list' }>): Command {
  if (checked === undefined) return wrapInListNamed(type);
  const asTask = (tr: Transaction) => {
    const item = itemAround(tr.selection.$from);
    return item === null ? tr : tr.setNodeAttribute(item.pos, 'checked', checked);
  };
  return (state, dispatch, view) => {
    if (itemAround(state.selection.$from) === null) return wrapInListNamed(type)(state, dispatch && ((tr) => dispatch(asTask(tr))), view);
    dispatch?.(asTask(state.tr));
    return true;
  };
}

function turnInto(
  state: EditorState,
  { type, attributes = {} }: { type: string; attributes?: object },
  dispatch?: (tr: Transaction) => void,
) {
  const nodeType = state.schema.nodes[type];
  return nodeType !== undefined && setBlockType(nodeType, { ...attributes })(state, dispatch);
}

/** Wraps the line in a box. If that isn't valid, as in the first line of a list item, adds an empty box after the whole. */
function wrapLine({ type, attributes = {} }: { type: string; attributes?: object }): Command {
  return (state, dispatch, view) => {
    const nodeType = state.schema.nodes[type];
    if (nodeType === undefined) return false;
    const { parent } = state.selection.$from;
    const isLine = parent.type.name === 'paragraph' || parent.type.name === 'heading';
    if (isLine && wrapIn(nodeType, { ...attributes })(state, dispatch, view)) return true;
    const box = nodeType.createAndFill({ ...attributes });
    if (box === null) return false;
    dispatch?.(placeBlock(state, box));
    return true;
  };
}

function wrapInListNamed(type: string): Command {
  return (state, dispatch, view) => {
    const nodeType = state.schema.nodes[type];
    if (nodeType === undefined) return false;
    const { $from } = state.selection;
    const paragraph = state.schema.nodes['paragraph'];
    if ($from.parent.type.name === 'heading' && paragraph !== undefined) {
      // A heading can't be the first line of an item.
      if (dispatch === undefined) return true;
      const tr = state.tr.setBlockType($from.pos, $from.pos, paragraph);
      const after = state.apply(tr);
      return wrapInList(nodeType)(after, (wrapped) => {
        for (const step of wrapped.steps) tr.step(step);
        dispatch(tr.setSelection(TextSelection.create(tr.doc, wrapped.selection.from)));
      });
    }
    return wrapInList(nodeType)(state, dispatch, view) || lift(state, dispatch, view);
  };
}

function insertOwnBlock(
  state: EditorState,
  { type, attributes = {} }: { type: string; attributes?: object },
  dispatch?: (tr: Transaction) => void,
) {
  const nodeType = state.schema.nodes[type];
  if (nodeType === undefined) return false;
  const tr = state.tr;
  if (type === 'paywallThreshold') {
    // There can be only one: inserting another moves the first.
    state.doc.forEach((node, offset) => {
      if (node.type === nodeType) tr.delete(tr.mapping.map(offset), tr.mapping.map(offset + node.nodeSize));
    });
  }
  const node = nodeType.createAndFill({ ...attributes });
  if (node === null) return false;
  dispatch?.(placeBlock(state, node, tr));
  return true;
}

/** Creates a table with a heading row. */
function createTable(schema: Schema, rows: number, columns: number): Node {
  const { table, tableRow, tableHeader, tableCell } = schema.nodes;
  if (table === undefined || tableRow === undefined || tableHeader === undefined || tableCell === undefined) {
    throw new Error('createTable: expected a schema with tables');
  }
  const cells = (type: typeof tableCell) => Array.from({ length: columns }, () => type.createAndFill()).filter((cell) => cell !== null);
  return table.create(
    null,
    Array.from({ length: rows }, (_, row) => tableRow.create(null, cells(row === 0 ? tableHeader : tableCell))),
  );
}

/** A position for a block: in place of an empty line, or after the block that contains the selection. */
export interface BlockPosition {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the nearest position at or above another one where a node of a type is valid: an empty line is replaced, otherwise the position is
 * after the block that contains the given one. Returns null if there is none.
 */
export function findBlockPosition(doc: Node, pos: number, type: NodeType): BlockPosition | null {
  const $pos = doc.resolve(pos);
  for (let depth = $pos.depth; depth >= 0; depth -= 1) {
    const parent = $pos.node(depth);
    if (parent.isTextblock) continue;
    const index = $pos.index(depth);
    const child = depth < $pos.depth ? $pos.node(depth + 1) : $pos.nodeAfter;
    const before = depth < $pos.depth ? $pos.before(depth + 1) : pos;
    const isEmptyLine = child !== null && child.type.name === 'paragraph' && child.content.size === 0;
    if (child !== null && isEmptyLine && parent.canReplaceWith(index, index + 1, type))
      return { from: before, to: before + child.nodeSize };
    const isBetween = depth === $pos.depth;
    const at = isBetween || child === null ? pos : before + child.nodeSize;
    const atIndex = isBetween ? index : index + 1;
    if (parent.canReplaceWith(atIndex, atIndex, type)) return { from: at, to: at };
  }
  return null;
}

/**
 * Inserts a block at the caret and moves the caret into it: into its first line or, if it has none, into the line after it, which is
 * created if needed.
 */
export function placeBlock(state: EditorState, node: Node, tr: Transaction = state.tr, at: number = state.selection.from): Transaction {
  const position = findBlockPosition(tr.doc, tr.mapping.map(at), node.type);
  if (position === null) return tr;
  tr.replaceWith(position.from, position.to, node);
  const inside = firstTextPosition(node);
  if (inside !== null) {
    const within = position.from + 1 + inside;
    return tr.setSelection(TextSelection.create(tr.doc, within)).scrollIntoView();
  }
  const after = position.from + node.nodeSize;
  const next = tr.doc.resolve(after).nodeAfter;
  const paragraph = state.schema.nodes['paragraph'];
  if (next === null && paragraph !== undefined) tr.insert(after, Fragment.from(paragraph.create()));
  const follower = tr.doc.resolve(after).nodeAfter;
  const selection =
    follower !== null && follower.isTextblock ? TextSelection.create(tr.doc, after + 1) : NodeSelection.create(tr.doc, position.from);
  return tr.setSelection(selection).scrollIntoView();
}

/** Returns the offset in the node's content of the first position for text, or null for an image, whose text is its caption. */
function firstTextPosition(node: Node): number | null {
  if (node.isAtom || node.type.name === 'image') return null;
  if (node.isTextblock) return 0;
  let offsetOfText: number | null = null;
  node.descendants((child, offset) => {
    if (offsetOfText === null && child.isTextblock) offsetOfText = offset + 1;
    return offsetOfText === null;
  });
  return offsetOfText;
}
