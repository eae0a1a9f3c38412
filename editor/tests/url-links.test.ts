import { describe, expect, test } from 'vitest';
import { readClipboard } from '../src/paste/read-clipboard.ts';
import { linkTypedUrl } from '../src/plugins/url-links.ts';
import { createHeadlessEditor, putCaret } from './headless-editor.ts';

const links = (markdown: string, caretAfter: string) => {
  const editor = createHeadlessEditor('', markdown, 'comment');
  putCaret(editor, caretAfter, 'after');
  const tr = linkTypedUrl(editor.state);
  if (tr !== null) editor.view.dispatch(tr);
  const links: [string, unknown][] = [];
  editor.state.doc.descendants((node) => {
    const link = node.marks.find(({ type }) => type.name === 'link');
    if (link !== undefined) links.push([node.text ?? '', link.attrs['href']]);
  });
  return links;
};

describe('a URL in a comment becomes a link', () => {
  test('when a space or Enter ends it, without the punctuation after it', () => {
    expect(links('See https://a.example/b', '/b')).toEqual([['https://a.example/b', 'https://a.example/b']]);
    expect(links('(See https://a.example/b).', ').')).toEqual([['https://a.example/b', 'https://a.example/b']]);
  });

  test('unless it has another scheme, is before other words, in code, or part of a longer word', () => {
    expect(links('javascript:alert(1)', '(1)')).toEqual([]);
    expect(links('https://a.example and more', 'more')).toEqual([]);
    expect(links('`https://a.example`', 'example')).toEqual([]);
    expect(links('```\nhttps://a.example\n```', 'example')).toEqual([]);
    expect(links('xhttps://a.example', 'example')).toEqual([]);
  });

  test('when it is pasted into a text, and in an article only in Markdown syntax', () => {
    const pasted = { html: '', text: 'See https://a.example/b, and\njavascript:alert(1)', codeLanguage: '' };
    const words = JSON.stringify(readClipboard(pasted, 'comment'));
    expect(words).toContain('"text":"https://a.example/b","marks":[{"type":"link","attrs":{"href":"https://a.example/b"}}]');
    expect(words).not.toContain('"href":"javascript');
    expect(JSON.stringify(readClipboard(pasted, 'article'))).not.toContain('"link"');
  });
});
