import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/**
 * Reads the caret before a key, letters or the clipboard are handled. A browser tells of a moved caret a moment later, and keys typed ahead on a
 * busy machine come before that: Enter right after End would split the line where the caret was, and a letter that is the next one, too,
 * would be taken for that one.
 */
export const CaretFirst = Extension.create({
  name: 'caretFirst',
  // Before whatever acts on the selection.
  priority: 1000,
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey('caretFirst'),
      props: { handleDOMEvents: { keydown: readCaret, beforeinput: readCaret, copy: readCaret, cut: readCaret, paste: readCaret } },
    }),
  ],
});

/** ProseMirror reads the caret at this event, and finds nothing new when the browser sends its own. */
function readCaret(view: EditorView): boolean {
  if (!view.composing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
  return false;
}
