import { findUrls } from '@newline/document/link-urls';
import { Extension } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';

/** The length above which a text before the caret can't contain a URL that is still being typed. */
const longest = 4096;

/** Turns a typed URL into a link when a space or the end of the line follows. Undo removes only the link. */
export const UrlLinks = Extension.create({
  name: 'urlLinks',
  // Runs before the key that ends the line is handled.
  priority: 900,
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey('urlLinks'),
      props: {
        handleTextInput(view, from, to, text) {
          const tr = from === to && /^\s$/u.test(text) && !view.composing ? linkTypedUrl(view.state) : null;
          if (tr !== null) view.dispatch(tr);
          return false;
        },
        handleKeyDown(view, event) {
          const tr = event.key === 'Enter' && !view.composing && !event.isComposing ? linkTypedUrl(view.state) : null;
          if (tr !== null) view.dispatch(tr);
          return false;
        },
      },
    }),
  ],
});

/** Links the URL that ends at the caret; null if there is none, or if it's already a link or code. */
export function linkTypedUrl(state: EditorState): Transaction | null {
  const { $from, empty } = state.selection;
  const { link, code } = state.schema.marks;
  if (!empty || link === undefined || !$from.parent.isTextblock || !$from.parent.type.allowsMarkType(link)) return null;
  const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - longest), $from.parentOffset, undefined, '\ufffc');
  const url = findUrls(before).at(-1);
  // There can be punctuation between the URL and the caret, but no word.
  if (url === undefined || /[\s\p{L}\p{N}]/u.test(before.slice(url.to))) return null;
  const from = $from.pos - before.length + url.from;
  const to = $from.pos - before.length + url.to;
  if (state.doc.rangeHasMark(from, to, link) || (code !== undefined && state.doc.rangeHasMark(from, to, code))) return null;
  return closeHistory(state.tr.addMark(from, to, link.create({ href: url.href })).removeStoredMark(link));
}
