import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, Selection, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { titleNodeName } from '../editor-schema.ts';
import { AfterComposition } from './composition.ts';

const unwanted = /[\n\r\t]/gu;

function titleOf(doc: Node): Node | null {
  return doc.firstChild?.type.name === titleNodeName ? doc.firstChild : null;
}

/** Removes line breaks and tabs from the title; returns null if there are none. */
function stripTitle(state: EditorState): Transaction | null {
  const text = titleOf(state.doc)?.textContent ?? '';
  const offsets = [...text.matchAll(unwanted)].map(({ index }) => index);
  if (offsets.length === 0) return null;
  const tr = state.tr;
  for (const index of offsets.toReversed()) tr.delete(index + 1, index + 2);
  return tr;
}

/** Returns true for a change that empties an existing title. Undoing to a time without a title isn't such a change. */
function emptiesTitle(tr: Transaction, state: EditorState): boolean {
  if (!tr.docChanged || tr.getMeta('history$') !== undefined) return false;
  const before = titleOf(state.doc)?.content.size ?? 0;
  return before > 0 && (titleOf(tr.doc)?.content.size ?? 0) === 0;
}

function isInTitle({ $from, $to }: Selection): boolean {
  return $from.parent.type.name === titleNodeName && $from.sameParent($to);
}

/** Moves from the title to the first line of the text, which is created if the text doesn't start with one. */
function leaveTitle(view: EditorView): boolean {
  const { state } = view;
  if (!isInTitle(state.selection)) return false;
  const start = state.doc.firstChild?.nodeSize ?? 0;
  const paragraph = state.schema.nodes['paragraph'];
  const tr = state.tr;
  if (state.doc.maybeChild(1)?.isTextblock !== true && paragraph !== undefined) tr.insert(start, paragraph.create());
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, start + 1)).scrollIntoView());
  return true;
}

/** Backspace at the start of the text: moves to the end of the title and removes an empty first line. */
function enterTitle(view: EditorView): boolean {
  const { doc, selection, tr } = view.state;
  const title = titleOf(doc);
  const { $from, empty } = selection;
  if (title === null || !empty || $from.depth !== 1 || $from.parentOffset > 0 || $from.index(0) !== 1) return false;
  if ($from.parent.type.name !== 'paragraph') return false;
  if ($from.parent.content.size === 0 && doc.childCount > 2) tr.delete($from.before(), $from.after());
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, title.nodeSize - 1)).scrollIntoView());
  return true;
}

/** Selects first the title or the text below it, then both. */
function selectPart(view: EditorView): boolean {
  const { doc, selection, tr } = view.state;
  const title = titleOf(doc);
  if (title === null) return false;
  const [from, to] = isInTitle(selection) ? [1, title.nodeSize - 1] : [title.nodeSize, doc.content.size];
  const part = TextSelection.between(doc.resolve(from), doc.resolve(to));
  if (part.eq(selection) || part.empty) return false;
  view.dispatch(tr.setSelection(part));
  return true;
}

/** The rules of the title line. */
export const TitleLine = Extension.create({
  name: 'titleLine',
  priority: 900,
  addKeyboardShortcuts() {
    const leave = () => leaveTitle(this.editor.view);
    return {
      Enter: leave,
      'Shift-Enter': leave,
      'Mod-Enter': leave,
      Backspace: () => enterTitle(this.editor.view),
      'Mod-a': () => selectPart(this.editor.view),
    };
  },
  addProseMirrorPlugins() {
    const later = new AfterComposition(stripTitle);
    return [
      new Plugin({
        key: new PluginKey('titleLine'),
        view: later.pluginView,
        filterTransaction: (tr, state) => !emptiesTitle(tr, state),
        appendTransaction: (transactions, before, state) => {
          if (titleOf(before.doc) === titleOf(state.doc) || !transactions.some(({ docChanged }) => docChanged)) return null;
          return titleOf(state.doc)?.textContent.match(unwanted) && !later.postpones() ? stripTitle(state) : null;
        },
        props: {
          // A title is plain text: pasted content loses everything else.
          handlePaste: (view, event) => {
            const { selection, tr } = view.state;
            if (!isInTitle(selection)) return false;
            const plainText =
              event.clipboardData
                ?.getData('text/plain')
                .replaceAll(/\s*[\r\n\t]+\s*/gu, ' ')
                .trim() ?? '';
            if (plainText !== '')
              view.dispatch(tr.insertText(plainText).scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
            return true;
          },
        },
      }),
    ];
  },
});
