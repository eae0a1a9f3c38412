import type { Editor } from '@tiptap/core';
import { undoDepth } from '@tiptap/pm/history';
import { createEditorInterface, type EditorInterface } from './editor-interface.ts';
import { openBlockMenuAtCaret } from './menus/block-menu-plugin.ts';
import { servicesOf } from './plugins/services.ts';

const interfaces = new WeakMap<Editor, EditorInterface>();

/**
 * Adds menus, forms and uploads to an editor that stands, before all other plugins: Enter in the block menu is a choice, no new
 * line. They are loaded after the text, which can be typed in without them.
 */
export function attachInterface(editor: Editor): void {
  const { plugins } = interfaceOf(editor);
  const { state, view } = editor;
  const [first] = plugins;
  if (editor.isDestroyed || first === undefined || state.plugins.includes(first)) return;
  view.updateState(state.reconfigure({ plugins: [...plugins, ...state.plugins] }));
  // Who typed a slash meanwhile waits for the menu; one in a text that was merely opened is no wish.
  const opened = view.hasFocus() && undoDepth(state) > 0 ? openBlockMenuAtCaret(view.state) : null;
  if (opened !== null) view.dispatch(opened);
}

/** The interface of an editor, made at its first use. */
export function interfaceOf(editor: Editor): EditorInterface {
  const known = interfaces.get(editor);
  if (known !== undefined) return known;
  const made = createEditorInterface(editor.schema, servicesOf(editor));
  interfaces.set(editor, made);
  return made;
}
