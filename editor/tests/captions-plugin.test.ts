import { EditorState, NodeSelection, type Plugin } from '@tiptap/pm/state';
import { type DecorationSet } from '@tiptap/pm/view';
import { describe, expect, test } from 'vitest';
import { addCaption, removeCaption } from '../src/commands/add-caption.ts';
import { deleteCaptioned, deleteSelected } from '../src/commands/delete-captioned.ts';
import { fromEditorDoc } from '../src/content.ts';
import { insertBlock } from '../src/menus/insert-block.ts';
import { tableMenus } from '../src/menus/table-options.ts';
import { captionsIn, createCaptionsPlugin } from '../src/plugins/captions-plugin.ts';
import { createHeadlessEditor, idsOf, putCaret } from './headless-editor.ts';

/** Opens a text with the plugin of captions, which the interface brings. */
function open(markdown: string) {
  const editor = createHeadlessEditor('Title', markdown);
  const plugin: Plugin = createCaptionsPlugin();
  editor.view.updateState(editor.state.reconfigure({ plugins: [plugin, ...editor.state.plugins] }));
  const shown = () => {
    const set = plugin.props.decorations?.call(plugin, editor.state) as DecorationSet;
    return set.find().length;
  };
  const run = (command: typeof addCaption) => command(editor.state, (tr) => editor.view.dispatch(tr));
  const text = () => fromEditorDoc(editor.state.doc, 'article').document;
  return { editor, shown, run, text };
}

const labels = (state: EditorState) => captionsIn(state).map(({ label }) => label);
const two =
  ':::captioned{anchor=one}\n```ts\na\n```\n\nFirst\n:::\n\n:::captioned{anchor=two}\n```ts\nb\n```\n:::\n\nSee [Listing 2](#two).';

describe('captions in the editor @EDIT-02', () => {
  test('code gets a caption, and the whole keeps its ID', () => {
    const { editor, run } = open('```ts\nlet area;\n```\n\nAfter.');
    const [id] = idsOf(editor);
    putCaret(editor, 'area');
    expect(run(addCaption)).toBe(true);
    const block = editor.state.doc.child(1);
    expect([block.type.name, block.attrs['uniqueId'], block.firstChild?.type.name]).toEqual(['captioned', id, 'codeBlock']);
    expect(block.firstChild?.attrs['uniqueId']).toMatch(/^\w{5}$/);
    expect(editor.state.selection.$from.parent.type.name).toBe('caption');
    expect(labels(editor.state)).toEqual(['Listing 1']);
    expect(run(removeCaption)).toBe(true);
    expect([editor.state.doc.child(1).type.name, editor.state.doc.child(1).attrs['uniqueId']]).toEqual(['codeBlock', id]);
  });

  test('so do a table, a selected diagram, and the block before an empty line', () => {
    const { editor, run } = open('| Unit |\n| --- |\n| m |\n\n```mermaid\ngraph LR\n```\n\n::paragraph\n\nEnd');
    putCaret(editor, 'Unit');
    expect(run(addCaption)).toBe(true);
    const diagram = editor.state.doc.child(0).nodeSize + editor.state.doc.child(1).nodeSize;
    editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, diagram)));
    expect(run(addCaption)).toBe(true);
    expect(labels(editor.state)).toEqual(['Table 1', 'Figure 1']);
    putCaret(editor, 'End');
    expect(run(addCaption)).toBe(false);
    editor.commands.setTextSelection(editor.state.doc.content.size - 6);
    expect(run(insertBlock({ kind: 'caption' }))).toBe(true);
    expect(editor.state.selection.$from.node(-1).firstChild?.type.name).toBe('mermaid');
  });

  test('each caption has a number, also while it is typed, and an empty one without a number has a hint', () => {
    const { editor, shown } = open(two);
    expect(shown()).toBe(2);
    putCaret(editor, 'First');
    editor.view.dispatch(editor.state.tr.insertText('The '));
    expect(captionsIn(editor.state).map(({ node }) => node.lastChild?.textContent)).toEqual(['The First', '']);
    expect(shown()).toBe(2);
    const second = captionsIn(editor.state)[1]?.pos ?? 0;
    editor.view.dispatch(editor.state.tr.setNodeAttribute(second, 'isNumbered', false));
    expect(labels(editor.state)).toEqual(['Listing 1', '']);
    expect(shown()).toBe(2);
  });

  test('a deleted table or diagram takes its caption with it', () => {
    const { editor, run } = open(
      'Before.\n\n:::captioned\n| Unit |\n| --- |\n| m |\n\nUnits\n:::\n\n:::captioned\n```mermaid\ngraph LR\n```\n\nFlow\n:::\n\nAfter.',
    );
    const types = () => editor.state.doc.content.content.map(({ type }) => type.name);
    const before = types();
    putCaret(editor, 'Unit');
    const deletes = tableMenus.flatMap(({ options }) => options.filter(({ label }) => label === 'Delete table'));
    expect(deletes.map(({ command }) => run(command))).toEqual([true]);
    expect(types()).toEqual(before.toSpliced(2, 1));
    editor.commands.undo();
    const diagram = (captionsIn(editor.state)[1]?.pos ?? 0) + 1;
    for (const remove of [deleteCaptioned, deleteSelected]) {
      editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, diagram)));
      expect(run(remove)).toBe(true);
      expect(types()).toEqual(before.toSpliced(3, 1));
      editor.commands.undo();
    }
    // Anything else is deleted alone.
    putCaret(editor, 'After');
    expect(run(deleteCaptioned)).toBe(false);
  });

  test('links follow numbers in the same step of history, and save like that', () => {
    const { editor, text } = open(two);
    const first = editor.state.doc.child(1);
    editor.view.dispatch(editor.state.tr.delete(editor.state.doc.child(0).nodeSize, editor.state.doc.child(0).nodeSize + first.nodeSize));
    expect(editor.state.doc.textContent).toContain('See Listing 1.');
    expect(JSON.stringify(text())).toContain('Listing 1');
    editor.commands.undo();
    expect(editor.state.doc.textContent).toContain('See Listing 2.');
  });

  test('a link to a number fixes the anchor of the listing', () => {
    const { editor } = open(':::captioned\n```ts\na\n```\n:::\n\nSee it.');
    const type = editor.schema.marks['link'];
    if (type === undefined) throw new Error('expected links');
    const end = editor.state.doc.content.size - 1;
    editor.view.dispatch(editor.state.tr.addMark(end - 3, end, type.create({ href: '#listing-1' })));
    expect(captionsIn(editor.state)[0]?.node.attrs['anchor']).toBe('listing-1');
  });
});
