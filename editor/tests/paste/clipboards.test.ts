import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toMarkdown } from '@newline/document/markdown';
import { validateDocument } from '@newline/document/validate';
import { Fragment, Slice } from '@tiptap/pm/model';
import { describe, expect, test } from 'vitest';
import { readClipboardData, looksLikeMarkdown, singleUrl } from '../../src/paste/clipboard-data.ts';
import { copySlice } from '../../src/paste/copy.ts';
import { openSlice, readOpenDepths } from '../../src/paste/open-slice.ts';
import { readClipboard } from '../../src/paste/read-clipboard.ts';
import { blocksOf, createHeadlessEditor, putCaret } from '../headless-editor.ts';

const directory = join(import.meta.dirname, '../clipboards');

/** The content of a program's clipboard, as Chromium passes it to a page. */
function recorded(name: string): DataTransfer {
  const files: Readonly<Record<string, string>> = {
    'text/html': 'clipboard.html',
    'text/plain': 'clipboard.txt',
    'vscode-editor-data': 'vscode-editor-data.json',
  };
  const getData = (type: string) => {
    const path = join(directory, name, files[type] ?? 'none');
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  };
  return { getData } as unknown as DataTransfer;
}

function markdownOf(blocks: ReturnType<typeof readClipboard>): string {
  const validation = validateDocument({ type: 'doc', content: blocks ?? [] }, 'article');
  return validation.ok ? toMarkdown(validation.document) : JSON.stringify(validation.errors);
}

describe('a recorded clipboard becomes the document next to it @BRING-03 @EDIT-09', () => {
  test.each(readdirSync(directory))('%s', (name) => {
    const expected = readFileSync(join(directory, name, 'document.md'), 'utf8').trimEnd();
    let lostImages = 0;
    const onLostImage = () => {
      lostImages += 1;
    };
    const blocks = readClipboard(readClipboardData(recorded(name)), 'article', { onLostImage });
    expect(markdownOf(blocks)).toBe(expected);
    // Images that are on the author's machine, or on a server without their URL.
    expect(lostImages).toBe(['word', 'pages', 'confluence-cloud'].includes(name) ? 1 : 0);
  });

  test('loses the ids that another document assigned', () => {
    const html = '<article data-document=""><p data-block="abcde">a</p><pre data-node="codeBlock" data-block="fghij">b</pre></article>';
    const blocks = readClipboard({ html, text: 'a', codeLanguage: '' }, 'article');
    expect(JSON.stringify(blocks)).not.toMatch(/abcde|fghij/u);
    expect(blocks).toHaveLength(2);
  });
});

describe('plain text @EDIT-09', () => {
  test.each([
    ['# Heading', true],
    ['- item', true],
    ['1. item', true],
    ['> quoted', true],
    ['```js\na\n```', true],
    ['a **bold** word', true],
    ['`code`', true],
    ['[words](https://example.org)', true],
    ['| a | b |\n| --- | --- |\n| 1 | 2 |', true],
    [':::panel\na\n:::', true],
    ['---', true],
    ['Plain words - and a dash.', false],
    ['5 * 3 * 2 = 30', false],
    ['snake_case_name and another__one', false],
    ['#hashtag', false],
    ['a\n\nb', false],
  ])('%j is Markdown: %s', (text, isMarkdown) => {
    expect(looksLikeMarkdown(text)).toBe(isMarkdown);
  });

  test('that isn’t Markdown becomes one paragraph per line, with every character unchanged', () => {
    const text = 'a * b * c\n1) <b>\\#';
    expect(readClipboard({ html: '', text: 'a * b\n\n<b>\\#', codeLanguage: '' }, 'article')).toEqual([
      { type: 'paragraph', content: [{ type: 'text', text: 'a * b' }] },
      { type: 'paragraph', content: [{ type: 'text', text: '<b>\\#' }] },
    ]);
    expect(text).toContain('*');
  });

  test.each([
    [' https://example.org/a?b=c ', 'https://example.org/a?b=c'],
    ['https://example.org and more', null],
    ['javascript:alert(1)', null],
    ['example.org', null],
  ])('%j is one URL: %s', (text, url) => {
    expect(singleUrl(text)).toBe(url);
  });
});

describe('copying @EDIT-10', () => {
  const document = '## Head *words*\n\n- one\n- two **three**\n\n```js\nlet a;\n  b();\n```\n\nLast line.';
  const roundTrip = (slice: Slice) => {
    const copied = copySlice(slice);
    if (copied === null) throw new Error('nothing was copied');
    const blocks = readClipboard({ html: copied.html, text: copied.text, codeLanguage: '' }, 'article') ?? [];
    const { schema } = slice.content.firstChild?.type ?? {};
    if (schema === undefined) throw new Error('an empty slice');
    return { copied, slice: openSlice(blocks, schema, readOpenDepths(copied.html)) };
  };

  test('produces HTML that pastes as the same blocks, and Markdown', () => {
    const editor = createHeadlessEditor('T', document);
    const { copied, slice } = roundTrip(editor.state.doc.slice(3, editor.state.doc.content.size));
    expect(copied.text).toBe('## Head _words_\n\n- one\n- two **three**\n\n```js\nlet a;\n  b();\n```\n\nLast line.');
    expect(slice.content.childCount).toBe(4);
    expect([slice.openStart, slice.openEnd]).toEqual([0, 0]);
  });

  test('half a list and half a line fits where it is pasted', () => {
    const editor = createHeadlessEditor('T', document);
    let from = 0;
    let to = 0;
    editor.state.doc.descendants((node, pos) => {
      if (node.text === 'two ') from = pos + 1;
      if (node.text === 'three') to = pos + 2;
    });
    const { slice } = roundTrip(editor.state.doc.slice(from, to, true));
    putCaret(editor, 'Last', 'after');
    editor.view.dispatch(editor.state.tr.replaceSelection(slice));
    expect(blocksOf(editor).at(-1)).toBe('paragraph: Lastwo th line.');
  });

  test('a part of code copies only the code', () => {
    const editor = createHeadlessEditor('T', '```js\nlet a;\n  b();\n```');
    expect(copySlice(editor.state.doc.slice(4, editor.state.doc.content.size - 1, true))?.text).toBe('let a;\n  b();');
  });

  test('turns the title into a heading elsewhere', () => {
    const editor = createHeadlessEditor('A title', 'a');
    expect(copySlice(editor.state.doc.slice(0, editor.state.doc.content.size))?.text).toBe('# A title\n\na');
  });

  test('content from elsewhere joins a line only if it is paragraphs', () => {
    const editor = createHeadlessEditor('T', 'before after');
    putCaret(editor, 'after');
    const blocks = readClipboard({ html: '<p>x</p><h2>y</h2>', text: '', codeLanguage: '' }, 'article') ?? [];
    editor.view.dispatch(editor.state.tr.replaceSelection(openSlice(blocks, editor.schema, null)));
    expect(blocksOf(editor)).toEqual(['title: T', 'paragraph: before x', 'heading: y', 'paragraph: after']);
  });

  test('validates everything in a clipboard', () => {
    const slice = new Slice(Fragment.empty, 0, 0);
    expect(slice.size).toBe(0);
    const blocks = readClipboard({ html: '<a href="javascript:alert(1)">a</a><script>x</script>', text: '', codeLanguage: '' }, 'article');
    expect(JSON.stringify(blocks)).not.toMatch(/javascript|script/u);
  });
});
