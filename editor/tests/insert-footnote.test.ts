import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { describe, expect, test } from 'vitest';
import { fromHtml } from '@newline/document/from-html';
import { insertFootnote, noteOfTyped, selectNote } from '../src/commands/insert-footnote.ts';
import { fromEditorDoc } from '../src/content.ts';
import { blockItemsFor } from '../src/menus/find-block-items.ts';
import { copySlice } from '../src/paste/copy.ts';
import { createNoteNumbersPlugin } from '../src/plugins/note-numbers.ts';
import { createHeadlessEditor, putCaret } from './headless-editor.ts';

type Editor = ReturnType<typeof createHeadlessEditor>;

const typesOf = (editor: Editor, block = 1) => {
  const types: string[] = [];
  editor.state.doc.child(block).forEach((node) => types.push(node.isText ? (node.text ?? '') : node.type.name));
  return types;
};

describe('a footnote in the editor @EDIT-02', () => {
  test('is inserted after the selection, and selected', () => {
    const editor = createHeadlessEditor('Title', 'One two.');
    putCaret(editor, 'One', 'after');
    expect(insertFootnote(editor.state, editor.view.dispatch)).toBe(true);
    expect(typesOf(editor)).toEqual(['One', 'footnote', ' two.']);
    const { selection } = editor.state;
    expect(selection instanceof NodeSelection && selection.node.type.name).toBe('footnote');
    // A draft without text isn't saved.
    expect(JSON.stringify(fromEditorDoc(editor.state.doc, 'article'))).not.toContain('footnote');
  });

  test('isn’t inserted into the title, code or a comment', () => {
    const editor = createHeadlessEditor('Title', '```js\ncode\n```');
    putCaret(editor, 'Title', 'after');
    expect(insertFootnote(editor.state)).toBe(false);
    putCaret(editor, 'code');
    expect(insertFootnote(editor.state)).toBe(false);
    const comment = createHeadlessEditor('', 'Words', 'comment');
    expect(insertFootnote(comment.state)).toBe(false);
    expect(blockItemsFor(comment.schema).map(({ name }) => name)).not.toContain('footnote');
    expect(blockItemsFor(editor.schema).map(({ name }) => name)).toContain('footnote');
  });

  test('gets the typed text with its marks', () => {
    const editor = createHeadlessEditor('Title', 'One \\^\\[a **b**');
    putCaret(editor, '^[');
    const { from } = editor.state.selection;
    const end = editor.state.doc.content.size - 1;
    expect(noteOfTyped(editor.state.doc, from + 2, end)?.toJSON()).toMatchObject({
      content: [{ text: 'a ' }, { text: 'b', marks: [{ type: 'bold' }] }],
    });
    expect(noteOfTyped(editor.state.doc, from, from)).toBeNull();
  });

  test('is deleted by a second press of the key, and undone', () => {
    const editor = createHeadlessEditor('Title', 'One^[note] two.');
    for (const [words, caret] of [
      [' two', 'before'],
      ['One', 'after'],
    ] as const) {
      putCaret(editor, words, caret);
      expect(selectNote(caret)(editor.state, editor.view.dispatch)).toBe(true);
      expect(typesOf(editor)).toEqual(['One', 'footnote', ' two.']);
      editor.commands.deleteSelection();
      expect(typesOf(editor)).toEqual(['One two.']);
      editor.commands.undo();
      expect(typesOf(editor)).toEqual(['One', 'footnote', ' two.']);
    }
  });

  test('is copied alone and within text', () => {
    const editor = createHeadlessEditor('Title', 'One^[note] two.');
    const position = editor.state.doc.child(0).nodeSize + 1 + 'One'.length;
    const alone = copySlice(NodeSelection.create(editor.state.doc, position).content());
    expect(alone?.text).toBe('^[note]');
    const read = fromHtml(alone?.html ?? '', 'article');
    expect(read.ok && read.document.content?.[0]?.content).toEqual([{ type: 'footnote', content: [{ type: 'text', text: 'note' }] }]);
    expect(copySlice(TextSelection.create(editor.state.doc, position - 1, position + 8).content())?.text).toBe('e^[note] t');
  });

  test('has the number of its position, which follows changes', () => {
    const editor = createHeadlessEditor('Title', 'A^[one] b^[two]');
    const plugin = createNoteNumbersPlugin();
    editor.view.updateState(editor.state.reconfigure({ plugins: [...editor.state.plugins, plugin] }));
    const numbers = () =>
      plugin
        .getState(editor.state)
        ?.find()
        .map(({ from }) => editor.state.doc.nodeAt(from)?.textContent);
    expect(numbers()).toEqual(['one', 'two']);
    editor.view.dispatch(editor.state.tr.delete(editor.state.doc.child(0).nodeSize + 2, editor.state.doc.child(0).nodeSize + 7));
    expect(numbers()).toEqual(['two']);
  });
});

test('a footnote is typed in Markdown, with its marks @EDIT-02', () => {
  const editor = createHeadlessEditor('Title', 'One \\^\\[a **b**');
  putCaret(editor, 'b', 'after');
  const { from } = editor.state.selection;
  const isTaken = editor.state.plugins.some(
    (plugin) => plugin.props.handleTextInput?.call(plugin, editor.view, from, from, ']', () => editor.state.tr) === true,
  );
  expect(isTaken).toBe(true);
  expect(typesOf(editor)).toEqual(['One ', 'footnote']);
});
