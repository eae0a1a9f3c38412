import type { Extensions } from '@tiptap/core';
import { ListKeymap } from '@tiptap/extension-list/keymap';
import { Dropcursor } from '@tiptap/extensions/drop-cursor';
import { Gapcursor } from '@tiptap/extensions/gap-cursor';
import { UndoRedo } from '@tiptap/extensions/undo-redo';

/** What every editor can do beside its nodes: undo, lists by keyboard, carets between blocks and where a drop would land. */
export const editing: Extensions = [
  UndoRedo,
  ListKeymap.configure({ listTypes: [{ itemName: 'listItem', wrapperNames: ['bulletList', 'orderedList'] }] }),
  Dropcursor.configure({ class: 'nl-drop', color: false, width: 2 }),
  Gapcursor,
];
