import type { Editor } from '@tiptap/core';
import { undoDepth } from '@tiptap/pm/history';
import { createEditorInterface, type EditorInterface } from './editor-interface.ts';
import { openBlockMenuAtCaret } from './menus/block-menu-plugin.ts';
import { servicesOf } from './plugins/services.ts';

const interfaces = new WeakMap<Editor, EditorInterface>();

/**
 * Adds menus, forms and uploads to a mounted editor, before all other plugins: Enter in the block menu chooses an item and adds no line.
 * They are loaded after the text, which accepts typing without them.
 */
export function attachInterface(editor: Editor): void {
  const { plugins } = interfaceOf(editor);
  const { state, view } = editor;
  const [first] = plugins;
  if (editor.isDestroyed || first === undefined || state.plugins.includes(first)) return;
  view.updateState(state.reconfigure({ plugins: [...plugins, ...state.plugins] }));
  // A slash typed in the meantime opens the menu. A slash in a text that was merely opened doesn't.
  const opened = view.hasFocus() && undoDepth(state) > 0 ? openBlockMenuAtCaret(view.state) : null;
  if (opened !== null) view.dispatch(opened);
}

/** Returns the interface of an editor, which is created on first use. */
export function interfaceOf(editor: Editor): EditorInterface {
  const existing = interfaces.get(editor);
  if (existing !== undefined) return existing;
  const created = createEditorInterface(editor.schema, servicesOf(editor));
  interfaces.set(editor, created);
  return created;
}
