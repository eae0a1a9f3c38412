import type { Editor } from '@tiptap/core';
import { TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { findCodeLanguage } from '@newline/document/code-languages';

const indent = '  ';

type Keys = Record<string, () => boolean>;

/**
 * The keys in code: Tab and Shift+Tab indent, Enter keeps the indentation, and after Escape the next Tab leaves the text, as it does
 * elsewhere on a page.
 */
export function codeBlockKeys(editor: Editor): Keys {
  let leavesWithTab = false;
  const within = (change: (state: EditorState) => Transaction | null) => () => {
    const { state, view } = editor;
    if (state.selection.$from.parent.type.name !== 'codeBlock' || !state.selection.$from.sameParent(state.selection.$to)) return false;
    const tr = change(state);
    if (tr === null) return false;
    view.dispatch(tr.scrollIntoView());
    return true;
  };
  const tab = (change: (state: EditorState) => Transaction) => {
    const run = within(change);
    return () => {
      if (leavesWithTab) {
        leavesWithTab = false;
        return false;
      }
      return run();
    };
  };
  return {
    Escape: () => {
      leavesWithTab = editor.state.selection.$from.parent.type.name === 'codeBlock';
      return false;
    },
    Tab: tab(indentLines),
    'Shift-Tab': tab(outdentLines),
    Enter: () => {
      leavesWithTab = false;
      return within(breakLine)() || openFence(editor);
    },
    Backspace: () => {
      leavesWithTab = false;
      return within(unwrapEmpty)();
    },
    ArrowDown: within(leaveBelow),
    'Mod-a': within(selectCode),
  };
}

/** Returns the whole lines of the selection: their offsets in the block, and where the block's text starts. */
function linesOf({ selection: { $from, from, to } }: EditorState) {
  const start = $from.start();
  const text = $from.parent.textContent;
  const first = text.lastIndexOf('\n', from - start - 1) + 1;
  const offsets = [first];
  for (let at = text.indexOf('\n', first); at !== -1 && at + 1 < to - start; at = text.indexOf('\n', at + 1)) offsets.push(at + 1);
  return { start, text, offsets };
}

function indentLines(state: EditorState): Transaction {
  const { selection, tr } = state;
  const { start, text, offsets } = linesOf(state);
  if (selection.empty) return tr.insertText(indent);
  if (offsets.length === 1 && !text.slice(selection.from - start, selection.to - start).includes('\n')) {
    return tr.insertText(indent, start + (offsets[0] ?? 0));
  }
  for (const offset of offsets.toReversed()) tr.insertText(indent, start + offset);
  return tr;
}

function outdentLines(state: EditorState): Transaction {
  const { start, text, offsets } = linesOf(state);
  const tr = state.tr;
  for (const offset of offsets.toReversed()) {
    const [spaces = ''] = /^(?: {1,2}|\t)/u.exec(text.slice(offset)) ?? [];
    if (spaces !== '') tr.delete(start + offset, start + offset + spaces.length);
  }
  return tr;
}

function breakLine(state: EditorState): Transaction {
  const { selection, tr } = state;
  const start = selection.$from.start();
  const before = selection.$from.parent.textContent.slice(0, selection.from - start);
  const [spaces = ''] = /^[ \t]*/u.exec(before.slice(before.lastIndexOf('\n') + 1)) ?? [];
  return tr.insertText(`\n${spaces}`);
}

/** Backspace in an empty block turns it into a paragraph. At the start of code, it stays code. */
function unwrapEmpty(state: EditorState): Transaction | null {
  const { $from, empty } = state.selection;
  const paragraph = state.schema.nodes['paragraph'];
  if (!empty || $from.parentOffset > 0 || paragraph === undefined) return null;
  if ($from.parent.content.size > 0) return state.tr;
  const container = $from.node(-1);
  return container.canReplaceWith($from.index(-1), $from.index(-1) + 1, paragraph)
    ? state.tr.setNodeMarkup($from.before(), paragraph, null)
    : state.tr;
}

/** Moves from the last line of code at the end of the document to a new paragraph below it. */
function leaveBelow(state: EditorState): Transaction | null {
  const { $from, empty } = state.selection;
  const paragraph = state.schema.nodes['paragraph'];
  const after = $from.after();
  const isLast = $from.parent.textContent.indexOf('\n', $from.parentOffset) === -1;
  const container = $from.node(-1);
  const index = $from.indexAfter(-1);
  if (!empty || !isLast || paragraph === undefined || index < container.childCount || !container.canReplaceWith(index, index, paragraph)) {
    return null;
  }
  const tr = state.tr.insert(after, paragraph.create());
  return tr.setSelection(TextSelection.create(tr.doc, after + 1));
}

/** Selects the code first, then everything. */
function selectCode(state: EditorState): Transaction | null {
  const { $from, from, to } = state.selection;
  if (from === $from.start() && to === $from.end()) return null;
  return state.tr.setSelection(TextSelection.create(state.doc, $from.start(), $from.end()));
}

/** Handles Enter after three backticks and optionally a language. */
function openFence(editor: Editor): boolean {
  const { $from, empty } = editor.state.selection;
  const [, word] = /^(?:```|~~~)([\w+#.-]{0,64})$/u.exec($from.parent.textContent) ?? [];
  const codeBlock = editor.schema.nodes['codeBlock'];
  if (word === undefined || codeBlock === undefined || !empty || $from.parent.type.name !== 'paragraph') return false;
  if ($from.parentOffset !== $from.parent.content.size) return false;
  const container = $from.node(-1);
  if (!container.canReplaceWith($from.index(-1), $from.index(-1) + 1, codeBlock)) return false;
  const { tr } = editor.state;
  tr.delete($from.start(), $from.end()).setBlockType($from.start(), $from.start(), codeBlock, {
    mode: findCodeLanguage(word)?.mode ?? word,
  });
  editor.view.dispatch(tr);
  return true;
}
