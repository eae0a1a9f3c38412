import type { DocumentNode } from '@newline/document/document-node';
import { toMarkdown } from '@newline/document/markdown';
import type { Editor } from '@tiptap/core';
import type { EditorView } from '@tiptap/pm/view';
import { describe, expect, test } from 'vitest';
import { blockItems } from '../src/menus/block-items.ts';
import { blockMenuOf, closeBlockMenu, openBlockMenu, openBlockMenuAtCaret, createBlockMenuPlugin } from '../src/menus/block-menu-plugin.ts';
import { blockItemsFor, findBlockItems } from '../src/menus/find-block-items.ts';
import { insertBlock } from '../src/menus/insert-block.ts';
import { linkRangeOf, readLinkAddress, removeLink, setLink } from '../src/menus/link-commands.ts';
import { blocksOf, createHeadlessEditor, putCaret } from './headless-editor.ts';

const labels = (query: string) => findBlockItems(blockItems, query).map(({ label }) => label);

/** Creates an editor with the block menu among its plugins. */
function withMenu(markdown: string): Editor {
  const editor = createHeadlessEditor('T', markdown);
  const menu = createBlockMenuPlugin({ items: blockItemsFor(editor.schema), idPrefix: 'e', onChoose: () => {} });
  editor.view.updateState(editor.state.reconfigure({ plugins: [menu, ...editor.state.plugins] }));
  return editor;
}

const menuPlugin = (editor: Editor) => editor.state.plugins[0];

/** Types one character at the caret, as reported to the plugin. */
function type(editor: Editor, text: string): void {
  const { from, to } = editor.state.selection;
  const plugin = menuPlugin(editor);
  const view = { state: editor.state, dispatch: editor.view.dispatch.bind(editor.view) } as unknown as EditorView;
  const isTaken = plugin?.props.handleTextInput?.call(plugin, view, from, to, text, () => editor.state.tr) === true;
  if (!isTaken) editor.view.dispatch(editor.state.tr.insertText(text, from, to));
}

describe('the block menu @EDIT-01', () => {
  test('finds by the start of a label, of a word in it, and by synonyms', () => {
    expect(labels('heading')).toEqual(['Heading 1', 'Heading 2', 'Heading 3', 'Heading 4']);
    expect(labels('threshold')).toEqual(['Paywall Threshold']);
    expect(labels('github')).toEqual(['Remote code']);
    expect(labels('cal')).toEqual(['Callout', 'Callout: Tip', 'Callout: Success', 'Callout: Warning', 'Callout: Error']);
    expect(labels('nothing such')).toEqual([]);
    expect(new Set(blockItems.map(({ name }) => name)).size).toBe(blockItems.length);
  });

  test('offers in a comment what its schema allows', () => {
    const comment = blockItemsFor(createHeadlessEditor('', 'x', 'comment').schema).map(({ label }) => label);
    expect(comment).toContain('Callout');
    expect(comment).toContain('Remote code');
    for (const label of ['Summary', 'Table', 'Math', 'Diagram', 'Iframe', 'IDE', 'MDX component', 'Paywall Threshold', 'Repository link']) {
      expect(comment).not.toContain(label);
    }
  });

  test('opens after a slash at the start of a line or after a space, and nowhere else', () => {
    const editor = withMenu('one two');
    putCaret(editor, 'two');
    type(editor, '/');
    expect(blockMenuOf(editor.state)).toMatchObject({ hasSlash: true, query: '' });
    editor.view.dispatch(closeBlockMenu(editor.state.tr));
    putCaret(editor, 'wo');
    type(editor, '/');
    expect(blockMenuOf(editor.state)).toBeNull();
    const inCode = withMenu('```js\ncode\n```');
    putCaret(inCode, 'code');
    type(inCode, '/');
    expect(blockMenuOf(inCode.state)).toBeNull();
  });

  test('follows typing, and closes when the caret leaves or the slash is deleted', () => {
    const editor = withMenu('one\n\ntwo');
    putCaret(editor, 'one');
    type(editor, '/');
    for (const character of 'num') type(editor, character);
    expect(blockMenuOf(editor.state)?.items.map(({ label }) => label)).toEqual(['Numbered List']);
    const { from } = blockMenuOf(editor.state) ?? { from: 0 };
    // Text that is inserted before it moves it.
    putCaret(editor, '/num', 'after');
    editor.view.dispatch(editor.state.tr.insertText('T', 1));
    expect(blockMenuOf(editor.state)?.from).toBe(from + 1);
    editor.view.dispatch(editor.state.tr.delete(from + 1, from + 2));
    expect(blockMenuOf(editor.state)).toBeNull();
    editor.view.dispatch(openBlockMenu(editor.state.tr, editor.state.selection.from, false));
    putCaret(editor, 'two');
    expect(blockMenuOf(editor.state)).toBeNull();
  });
});

describe('a slash typed before the menu was loaded @EDIT-01', () => {
  /** Returns the menu's state once it has loaded, with the caret after this text. */
  const labelsFor = (markdown: string, words: string) => {
    const editor = withMenu(markdown);
    putCaret(editor, words, 'after');
    const opened = openBlockMenuAtCaret(editor.state);
    if (opened !== null) editor.view.dispatch(opened);
    return blockMenuOf(editor.state)?.items.map(({ label }) => label) ?? null;
  };

  test('opens it with the text after the slash', () => {
    expect(labelsFor('/num', '/num')).toEqual(['Numbered List']);
    expect(labelsFor('and then /heading 2', 'heading 2')).toEqual(['Heading 2']);
    expect(labelsFor('/', '/')).toContain('Callout');
    expect(labelsFor('/nothingsuch', 'such')).toEqual([]);
  });

  test('opens nothing within a word, in code, or when more was written', () => {
    for (const [markdown, words] of [
      ['and/or', 'or'],
      ['no slash', 'slash'],
      ['/ by itself', 'itself'],
      ['/usr holds programs', 'programs'],
      ['```js\n/num\n```', '/num'],
      ['`/num`', '/num'],
    ] as const) {
      expect(labelsFor(markdown, words), markdown).toBeNull();
    }
  });
});

describe('inserting a block @EDIT-08', () => {
  test('puts a callout after the list when the caret is in a list item, since an item begins with a line', () => {
    const editor = createHeadlessEditor('T', '- one');
    putCaret(editor, 'one');
    insertBlock({ kind: 'wrap', type: 'summary' })(editor.state, editor.view.dispatch);
    expect(() => editor.state.doc.check()).not.toThrow();
    expect(JSON.stringify(editor.getJSON())).toContain('summary');
    expect(editor.state.doc.textContent).toContain('one');
  });

  test('leaves a document that the schema allows, for every kind without a form and any caret', () => {
    const texts = ['one', '- one', '> one', '## one', ':::panel{type=tip}\none\n:::'];
    for (const item of blockItems) {
      const { insertion } = item;
      if (insertion.kind === 'form' || insertion.kind === 'images') continue;
      for (const text of texts) {
        const editor = createHeadlessEditor('T', text);
        putCaret(editor, 'one');
        insertBlock(insertion)(editor.state, editor.view.dispatch);
        expect(() => editor.state.doc.check(), `${item.label} in ${text}`).not.toThrow();
        expect(editor.state.doc.textContent).toContain('one');
      }
    }
  });

  test('adds an exercise with its parts in place of an empty line, and wraps a line in a part of it @PRACTICE-02', () => {
    const editor = createHeadlessEditor('T', 'one');
    putCaret(editor, 'one');
    insertBlock({ kind: 'exercise' })(editor.state, editor.view.dispatch);
    const markdown = toMarkdown(editor.getJSON() as DocumentNode);
    expect(markdown).toContain('::::exercise\nWrite the task here.\n\n```js runnable displayName=index.js\n');
    expect([...markdown.matchAll(/:::part.*/gu)].map(([line]) => line)).toEqual([
      ':::part',
      ':::part{type=tests}',
      ':::part{type=solution}',
    ]);
    putCaret(editor, 'Write a hint');
    insertBlock({ kind: 'wrap', type: 'exercisePart', attributes: { partType: 'solution' } })(editor.state, editor.view.dispatch);
    expect(() => editor.state.doc.check()).not.toThrow();
    expect(toMarkdown(editor.getJSON() as DocumentNode)).toContain('::::part\n:::part{type=solution}\nWrite a hint here.');
  });

  test('moves the first paywall threshold if a second one is inserted', () => {
    const editor = createHeadlessEditor('T', 'one\n\n::paywall\n\ntwo');
    putCaret(editor, 'two');
    insertBlock({ kind: 'block', type: 'paywallThreshold' })(editor.state, editor.view.dispatch);
    const kinds = blocksOf(editor).map((block) => block.split(' ')[0]);
    expect(kinds.filter((kind) => kind?.includes('paywall'))).toHaveLength(1);
    expect(editor.state.doc.child(3).type.name).toBe('paywallThreshold');
  });
});

describe('links @EDIT-02', () => {
  test('get a complete URL, and are refused if it could run', () => {
    expect(readLinkAddress(' example.com/a ')).toBe('https://example.com/a');
    expect(readLinkAddress('ada@example.com')).toBe('mailto:ada@example.com');
    expect(readLinkAddress('/books')).toBe('/books');
    for (const address of [
      'javascript:alert(1)',
      'JaVa\u0000script:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      '',
    ]) {
      expect(readLinkAddress(address)).toBeNull();
    }
  });

  test('are found as a whole from a caret in them, changed and removed', () => {
    const editor = createHeadlessEditor('T', 'see [the **whole** plan](/plan) and [another](/other)');
    putCaret(editor, 'hole');
    const range = linkRangeOf(editor.state);
    expect(range).not.toBeNull();
    if (range === null) return;
    expect(editor.state.doc.textBetween(range.from, range.to)).toBe('the whole plan');
    expect(range.href).toBe('/plan');
    setLink(range, '/new')(editor.state, editor.view.dispatch);
    expect(linkRangeOf(editor.state)?.href).toBe('/new');
    removeLink(range)(editor.state, editor.view.dispatch);
    expect(linkRangeOf(editor.state)).toBeNull();
    putCaret(editor, 'other');
    expect(linkRangeOf(editor.state)?.href).toBe('/other');
  });
});
