import { DecorationSet } from '@tiptap/pm/view';
import type { Plugin, Transaction } from '@tiptap/pm/state';
import { expect, test } from 'vitest';
import { createNoteNumbersPlugin } from '../src/plugins/note-numbers.ts';
import { createHeadlessEditor } from './headless-editor.ts';

const text = 'One[^a] two[^b] three.\n\nFour[^c] five.\n\nSix.\n\n[^a]: First\n[^b]: Second\n[^c]: Third';

/** Returns an editor with the plugin, its numbers, and where its footnotes start. */
function editorWithNumbers() {
  const editor = createHeadlessEditor('Title', text);
  const plugin: Plugin<DecorationSet> = createNoteNumbersPlugin();
  editor.view.updateState(
    editor.state.reconfigure({ plugins: [...editor.state.plugins.filter(({ spec }) => spec.key !== plugin.spec.key), plugin] }),
  );
  const numbers = () => {
    const shown = plugin.getState(editor.state) ?? DecorationSet.empty;
    return shown.find().map(({ from, to, spec }) => [editor.state.doc.textBetween(from, to), (spec as { number: string }).number]);
  };
  const starts = () => {
    const positions: number[] = [];
    editor.state.doc.descendants((node, pos) => {
      if (node.type.name === 'footnote') positions.push(pos);
    });
    return positions;
  };
  const change = (make: (tr: Transaction) => Transaction) => editor.view.dispatch(make(editor.state.tr));
  return { editor, numbers, starts, change };
}

test('footnotes keep their numbers while words around and in them are typed @EDIT-02', () => {
  const { editor, numbers, starts, change } = editorWithNumbers();
  const [first = 0] = starts();
  change((tr) => tr.insertText('words ', first));
  change((tr) => tr.insertText(' more', (starts()[1] ?? 0) + (editor.state.doc.nodeAt(starts()[1] ?? 0)?.nodeSize ?? 0)));
  change((tr) => tr.insertText('The ', (starts()[2] ?? 0) + 1));
  expect(numbers()).toEqual([
    ['First', '1'],
    ['Second', '2'],
    ['The Third', '3'],
  ]);
});

test('footnotes are numbered again when one is removed, inserted or moved with its paragraph @EDIT-02', () => {
  const { editor, numbers, starts, change } = editorWithNumbers();
  const [first = 0] = starts();
  const note = editor.state.doc.nodeAt(first);
  if (note === null) throw new Error('expected a footnote');
  change((tr) => tr.delete(first, first + note.nodeSize));
  expect(numbers()).toEqual([
    ['Second', '1'],
    ['Third', '2'],
  ]);
  change((tr) => tr.insert(editor.state.doc.content.size - 2, note));
  expect(numbers().map(([words]) => words)).toEqual(['Second', 'Third', 'First']);
  const moved = editor.state.doc.child(1);
  const from = editor.state.doc.child(0).nodeSize;
  change((tr) => tr.delete(from, from + moved.nodeSize).insert(tr.doc.content.size, moved));
  expect(numbers()).toEqual([
    ['Third', '1'],
    ['First', '2'],
    ['Second', '3'],
  ]);
});

test('footnotes with the same words have one number, until one of them is changed @EDIT-02', () => {
  const { editor, numbers, starts, change } = editorWithNumbers();
  const [first = 0, second = 0] = starts();
  const note = editor.state.doc.nodeAt(first);
  if (note === null) throw new Error('expected a footnote');
  change((tr) => tr.insert(editor.state.doc.content.size - 2, note));
  expect(numbers().map(([, number]) => number)).toEqual(['1', '2', '3', '1']);
  change((tr) => tr.insertText('The ', (starts()[3] ?? 0) + 1));
  expect(numbers().map(([, number]) => number)).toEqual(['1', '2', '3', '4']);
  change((tr) => tr.delete(second + 1, second + 1 + 'Second'.length));
  change((tr) => tr.delete(first + 1, first + 1 + 'First'.length));
  expect(numbers().map(([, number]) => number)).toEqual(['1', '2', '3', '4']);
});
