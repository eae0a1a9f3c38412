import { validateDocument } from '@newline/document/validate';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { describe, expect, test } from 'vitest';
import { fromEditorDoc, toEditorJson } from '../../src/content.ts';
import { blocksOf, createHeadlessEditor, putCaret } from '../headless-editor.ts';

describe('the title line @EDIT-09', () => {
  const titleOf = (editor: ReturnType<typeof createHeadlessEditor>) => editor.state.doc.child(0).textContent;

  test.each(['\n', '\t', '\r\n', ' a\tb\nc'])('removes line breaks and tabs: %j', (typed) => {
    const editor = createHeadlessEditor('Title', 'text');
    editor.view.dispatch(editor.state.tr.insertText(typed, 3));
    expect(titleOf(editor)).toBe(`Ti${typed.replaceAll(/[\n\r\t]/gu, '')}tle`);
  });

  test('refuses a change that would leave it empty, and accepts others', () => {
    const editor = createHeadlessEditor('Title', 'text');
    editor.view.dispatch(editor.state.tr.delete(1, 6));
    expect(titleOf(editor)).toBe('Title');
    editor.view.dispatch(editor.state.tr.delete(2, 6));
    expect(titleOf(editor)).toBe('T');
    editor.commands.selectAll();
    editor.commands.deleteSelection();
    expect(blocksOf(editor)).toEqual(['title: T', 'paragraph: text']);
  });

  test('can be empty before one is written, and undo returns to that', () => {
    const editor = createHeadlessEditor('', 'text');
    putCaret(editor, 'text', 'after');
    editor.view.dispatch(editor.state.tr.insertText('!'));
    expect(blocksOf(editor)).toEqual(['title: ', 'paragraph: text!']);
    editor.view.dispatch(editor.state.tr.insertText('A', 1));
    editor.commands.undo();
    expect(titleOf(editor)).toBe('');
  });

  test('isn’t part of the saved document', () => {
    const editor = createHeadlessEditor('Title', 'text');
    const { title, document } = fromEditorDoc(editor.state.doc, 'article');
    expect(title).toBe('Title');
    expect(document.content?.map(({ type }) => type)).toEqual(['paragraph']);
  });
});

describe('the paywall marker @EDIT-08', () => {
  test('exists at most once: the existing one stays', () => {
    const editor = createHeadlessEditor('T', 'a\n\n::paywall\n\nb\n\nc');
    const marker = editor.state.doc.child(2);
    editor.view.dispatch(editor.state.tr.insert(editor.state.doc.content.size, marker));
    expect(blocksOf(editor).map((block) => block.split(':')[0])).toEqual([
      'title',
      'paragraph',
      'paywallThreshold',
      'paragraph',
      'paragraph',
    ]);
    editor.view.dispatch(editor.state.tr.insert(3, marker));
    expect(blocksOf(editor)[1]).toBe('paragraph: a');
  });
});

describe('remote code @EDIT-10', () => {
  const blocks = [
    { type: 'paragraph' },
    {
      type: 'remoteCodeBlock',
      content: [
        { type: 'remoteCodeHeader', attrs: { url: 'https://github.com/a/b/blob/main/c.ts', filepath: 'c.ts' } },
        { type: 'codeBlock', attrs: { locality: 'remote', readOnly: true }, content: [{ type: 'text', text: 'let a;' }] },
      ],
    },
  ];

  test('that lost its code is removed', () => {
    const editor = createHeadlessEditor('T', blocks);
    expect(blocksOf(editor)[2]).toBe('remoteCodeBlock: let a;');
    let code = -1;
    editor.state.doc.descendants((node, pos) => {
      if (node.type.name === 'codeBlock') code = pos;
    });
    const { tr } = editor.state;
    editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, code)).deleteSelection());
    expect(blocksOf(editor)).toEqual(['title: T', 'paragraph: ']);
  });

  test('that is still loading stays, although it is empty', () => {
    const editor = createHeadlessEditor('T', 'a');
    const loading = editor.schema.nodeFromJSON({
      type: 'remoteCodeBlock',
      content: [{ type: 'remoteCodeHeader' }, { type: 'codeBlock', attrs: { locality: 'remote', loading: true } }],
    });
    editor.view.dispatch(editor.state.tr.insert(editor.state.doc.content.size, loading));
    expect(blocksOf(editor).at(-1)).toBe('remoteCodeBlock: ');
  });

  test('with one child is dropped from an opened document', () => {
    const [, remote] = blocks;
    const editor = createHeadlessEditor('T', [
      { type: 'paragraph' },
      { type: 'remoteCodeBlock', content: remote?.content?.slice(0, 1) ?? [] },
    ]);
    expect(blocksOf(editor)).toEqual(['title: T', 'paragraph: ']);
  });
});

describe('the reported document @DOC-01', () => {
  const everyNode = [
    'Words **bold** _italic_ `code` [link](https://example.org)\\\nbroken.',
    '{: align=center indent=2 lineSpacing=double}\nSet apart.',
    '###### Heading',
    '- a\n  1. b',
    '> quoted',
    ':::panel{type=warning position=wrap-left}\nCallout\n:::',
    ':::summary\nSum\n:::',
    '```ts {2} displayName="a.ts" startLine=4\nlet a;\nlet b;\n```',
    ':::remote\n::source{url=https://github.com/a/b filepath=c.ts}\n\n```ts locality=remote\nlet c;\n```\n:::',
    ':::figure{position=wide}\n![Alt](/a.png)\n\nCaption\n:::',
    '::embed{src=https://www.youtube.com/embed/x}',
    '::iframe{src=https://www.youtube.com/embed/y height=300}',
    '::ide{src=https://stackblitz.com/edit/z}',
    '| a | b |\n| --- | --: |\n| 1 | 2 |',
    '$$\na^2\n$$',
    '```mermaid\ngraph TD\n```',
    ':::mdx{component=Steps}\nStep\n:::',
    '---',
    '::repository',
    '::paywall',
    'End.',
  ].join('\n\n');

  test('is the opened one, with every node, and normalizing changes nothing in it', () => {
    const editor = createHeadlessEditor('T', everyNode);
    const { document } = fromEditorDoc(editor.state.doc, 'article');
    const validation = validateDocument(document, 'article');
    expect(validation).toEqual({ ok: true, document });
    const again = editor.schema.nodeFromJSON(toEditorJson({ title: 'T', document }, 'article'));
    expect(again.eq(editor.state.doc)).toBe(true);
    expect(new Set(document.content?.map(({ type }) => type)).size).toBe(19);
  });

  test('omits a completed upload, and is one empty paragraph if everything is deleted', () => {
    const editor = createHeadlessEditor('T', [{ type: 'paragraph' }]);
    const upload = editor.schema.node('imageUploadPlaceholder', { progressPercent: 100 });
    editor.view.dispatch(editor.state.tr.replaceWith(3, editor.state.doc.content.size, upload));
    expect(blocksOf(editor)).toEqual(['title: T', 'imageUploadPlaceholder: ']);
    expect(fromEditorDoc(editor.state.doc, 'article').document.content?.map(({ type }) => type)).toEqual(['paragraph']);
  });

  test('converts only changed blocks again', () => {
    const editor = createHeadlessEditor('T', 'a\n\nb');
    const before = fromEditorDoc(editor.state.doc, 'article').document.content ?? [];
    putCaret(editor, 'b');
    editor.view.dispatch(editor.state.tr.insertText('x'));
    const after = fromEditorDoc(editor.state.doc, 'article').document.content ?? [];
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
  });
});

test('can be undone beyond what was already saved @EDIT-12', () => {
  const editor = createHeadlessEditor('T', 'a');
  putCaret(editor, 'a', 'after');
  editor.view.dispatch(editor.state.tr.insertText('b'));
  expect(fromEditorDoc(editor.state.doc, 'article').document.content?.[0]?.content?.[0]?.text).toBe('ab');
  editor.commands.undo();
  expect(blocksOf(editor)).toEqual(['title: T', 'paragraph: a']);
  expect(editor.state.selection).toBeInstanceOf(TextSelection);
});
