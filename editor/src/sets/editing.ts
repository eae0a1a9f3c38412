import type { Extensions } from '@tiptap/core';
import { ListKeymap } from '@tiptap/extension-list/keymap';
import { Dropcursor } from '@tiptap/extensions/drop-cursor';
import { Gapcursor } from '@tiptap/extensions/gap-cursor';
import { UndoRedo } from '@tiptap/extensions/undo-redo';
import { TaskKeys } from '../keys/task-keys.ts';
import { FormulaPreviews } from '../plugins/formula-previews.ts';

/** The features of all editors besides their nodes: undo, keyboard editing of lists, carets between blocks and a drop indicator. */
export const editing: Extensions = [
  UndoRedo,
  TaskKeys,
  ListKeymap.configure({ listTypes: [{ itemName: 'listItem', wrapperNames: ['bulletList', 'orderedList'] }] }),
  Dropcursor.configure({ class: 'nl-drop', color: false, width: 2 }),
  Gapcursor,
  FormulaPreviews,
];
