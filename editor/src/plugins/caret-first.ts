import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/**
 * Reads the caret before keys, text input or the clipboard are handled. A browser reports a moved caret a moment later, and on a busy
 * machine keys typed ahead come before that: Enter right after End would split the line at the old caret, and a typed character that equals
 * the next one would be mistaken for it.
 */
export const CaretFirst = Extension.create({
  name: 'caretFirst',
  // Runs before everything that acts on the selection.
  priority: 1000,
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey('caretFirst'),
      props: { handleDOMEvents: { keydown: readCaret, beforeinput: readCaret, copy: readCaret, cut: readCaret, paste: readCaret } },
    }),
  ],
});

/** ProseMirror reads the caret on this event, and finds nothing new when the browser sends its own. */
function readCaret(view: EditorView): boolean {
  if (!view.composing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
  return false;
}
