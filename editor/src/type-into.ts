import type { Editor } from '@tiptap/core';
import { Selection, TextSelection } from '@tiptap/pm/state';
import type { TypedText } from './content.ts';

/** Types texts at their positions. The last one is typed last, and the caret is after it. Lines become what Return creates there. */
export function typeInto(editor: Editor, texts: readonly TypedText[]): void {
  const written = texts.filter(({ text }, index) => text !== '' || index === texts.length - 1);
  if (written.length === 0) return;
  // Each position refers to the text before anything was typed, and is mapped through what is typed before it.
  const targets: { text: string; mapped: number }[] = written.map((typed) => ({ text: typed.text, mapped: positionOf(editor, typed) }));
  const { view } = editor;
  for (const [index, { text, mapped }] of targets.entries()) {
    const { state } = editor;
    const before = state.doc.content.size;
    view.dispatch(state.tr.setSelection(TextSelection.near(state.doc.resolve(Math.min(mapped, before)))));
    const start = editor.state.selection.from;
    for (const [line, lineText] of text.split('\n').entries()) {
      if (line > 0) editor.commands.enter();
      if (lineText !== '') view.dispatch(editor.state.tr.insertText(lineText));
    }
    const added = editor.state.doc.content.size - before;
    for (const later of targets.slice(index + 1)) if (later.mapped >= start) later.mapped += added;
  }
  view.dispatch(editor.state.tr.scrollIntoView());
  view.focus();
}

/** Returns the position of a character in a block, or the end of the block if it has fewer characters. */
function positionOf({ state: { doc } }: Editor, { block, offset: letters }: TypedText): number {
  const node = doc.maybeChild(Math.min(block, doc.childCount - 1));
  if (node === null) return Selection.atEnd(doc).from;
  let start = 0;
  doc.forEach((_child, offset, index) => {
    if (index === Math.min(block, doc.childCount - 1)) start = offset + 1;
  });
  let left = letters;
  let position: number | null = null;
  node.descendants((child, offset) => {
    // The text before the editor was ready had no notes in its lines.
    if (child.type.name === 'footnote') return false;
    if (!child.isText || position !== null) return true;
    const { length } = child.text ?? '';
    if (left <= length) position = start + offset + left;
    left -= length;
    return true;
  });
  return position ?? Selection.near(doc.resolve(start + node.content.size), -1).from;
}
