import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { Fragment, Slice } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import { describe, expect, test } from 'vitest';
import { moveBlocks } from '../src/commands/move-blocks.ts';
import { createHeadlessEditor, idsOf, putCaret } from './headless-editor.ts';
import { numberedRandom } from '../../document/tests/builders.ts';

const idAt = (editor: Editor, index: number): unknown => {
  const { attrs } = editor.state.doc.child(index);
  return attrs['uniqueId'] ?? attrs['id'];
};

describe('block ids @EDIT-10', () => {
  test('are 5 letters and digits in a new block', () => {
    const editor = createHeadlessEditor('T', 'one two');
    putCaret(editor, 'two');
    editor.commands.splitBlock();
    expect(idsOf(editor)).toHaveLength(2);
    for (const id of idsOf(editor)) expect(id).toMatch(/^[A-Za-z0-9]{5}$/u);
    expect(idAt(editor, 1)).not.toBe(idAt(editor, 2));
  });

  test('stay with the text when an empty line is inserted before it', () => {
    const editor = createHeadlessEditor('T', 'one');
    const before = idAt(editor, 1);
    putCaret(editor, 'one');
    editor.commands.splitBlock();
    expect(editor.state.doc.child(2).textContent).toBe('one');
    expect(idAt(editor, 2)).toBe(before);
  });

  test('are new in a copy and stay in the original, wherever the copy is pasted', () => {
    const editor = createHeadlessEditor('T', 'a\n\n```js\nlet b;\n```\n\nc');
    const code = editor.state.doc.child(2);
    const start = editor.state.doc.child(0).nodeSize;
    editor.view.dispatch(editor.state.tr.insert(start, code));
    expect(editor.state.doc.child(1).type.name).toBe('codeBlock');
    expect(idAt(editor, 3)).toBe(code.attrs['uniqueId']);
    expect(idAt(editor, 1)).not.toBe(code.attrs['uniqueId']);
  });

  test('are restored by undo, together with the content', () => {
    const editor = createHeadlessEditor('T', 'a\n\nb');
    const before = editor.getJSON();
    putCaret(editor, 'b');
    editor.commands.splitBlock();
    editor.commands.undo();
    expect(editor.getJSON()).toEqual(before);
    editor.commands.redo();
    expect(new Set(idsOf(editor)).size).toBe(3);
  });

  test('of other blocks aren’t checked while typing within a line', () => {
    const editor = createHeadlessEditor('T', 'a\n\nb');
    putCaret(editor, 'b');
    const { state } = editor;
    const { transactions } = state.applyTransaction(state.tr.insertText('x'));
    expect(transactions).toHaveLength(1);
  });

  test('are unique after 1,000 random splits, pastes, drags and undos', () => {
    const editor = createHeadlessEditor(
      'T',
      'one two\n\n## three four\n\n```js\nfive six\n```\n\n- seven\n- eight\n\n> nine ten\n\n:::panel\neleven\n:::\n\n![a](/a.png)',
    );
    const random = numberedRandom(20_261_121);
    const pick = (count: number) => Math.floor(random() * count);
    const counts = { split: 0, paste: 0, drag: 0, undo: 0, redo: 0, merge: 0 };
    for (let step = 0; step < 1000; step += 1) {
      const { state } = editor;
      const at = 1 + pick(state.doc.content.size - 1);
      editor.view.dispatch(closeHistory(state.tr.setSelection(TextSelection.near(state.doc.resolve(at)))));
      const { selection, doc } = editor.state;
      const kind = pick(10);
      if (kind < 3) counts.split += Number(editor.commands.splitBlock());
      else if (kind < 5 && doc.content.size > 3000) {
        editor.view.dispatch(editor.state.tr.delete(offsetOf(editor, 1), offsetOf(editor, Math.ceil(doc.childCount / 2))));
      } else if (kind < 5) {
        const from = 1 + pick(doc.childCount - 1);
        const copied = doc.content.cut(offsetOf(editor, from), offsetOf(editor, Math.min(doc.childCount, from + 1 + pick(3))));
        editor.view.dispatch(editor.state.tr.replaceSelection(new Slice(Fragment.from(copied), 0, 0)));
        counts.paste += 1;
      } else if (kind < 7) {
        const moved = moveBlocks(editor.state, pick(2) === 0 ? -1 : 1);
        if (moved !== null) {
          editor.view.dispatch(moved.tr);
          counts.drag += 1;
        }
      } else if (kind === 7) counts.undo += Number(editor.commands.undo());
      else if (kind === 8) counts.redo += Number(editor.commands.redo());
      else if (selection.$from.parent.isTextblock) {
        editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(doc, selection.$from.start())));
        counts.merge += Number(editor.commands.joinTextblockBackward());
      }
      const ids = idsOf(editor);
      expect(new Set(ids).size, `step ${step}`).toBe(ids.length);
      expect(Array.from({ length: editor.state.doc.childCount - 1 }, (_, index) => idAt(editor, index + 1))).not.toContain(null);
    }
    for (const [name, count] of Object.entries(counts)) expect(count, name).toBeGreaterThan(5);
    editor.state.doc.check();
  });
});

function offsetOf(editor: Editor, index: number): number {
  let offset = 0;
  for (let at = 0; at < index; at += 1) offset += editor.state.doc.child(at).nodeSize;
  return offset;
}
