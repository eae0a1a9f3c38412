import { fromMarkdown } from '@newline/document/markdown';
import { toText } from '@newline/document/text';
import { expect, test } from 'vitest';
import type { NoteEntry } from '../../app/features/notes/notes-documents.ts';
import { createNotesWriter } from '../../app/features/notes/notes-markdown.ts';

const entry: NoteEntry = {
  id: '00000000-0000-4000-8000-000000000001',
  itemId: '00000000-0000-4000-8000-00000000000a',
  itemTitle: 'Types',
  partTitle: 'Closures',
  path: '/courses/types/closures',
  second: null,
  quote: 'Functions keep what they close over.',
  isOrphaned: false,
  body: 'Compare with **classes**.',
  createdAt: '2026-11-27T10:00:00Z',
};

test('notes are grouped by title and chapter, with the words, the note, the link and the date @PRACTICE-03', () => {
  const write = createNotesWriter('https://site.example');
  const first = write([entry, { ...entry, id: 'b', quote: 'First line\n\n  second line', body: null, isOrphaned: true }]);
  expect(first).toBe(`## Types

### Closures

> Functions keep what they close over.

Compare with **classes**.

[Open](https://site.example/courses/types/closures?note=00000000-0000-4000-8000-000000000001) · 27 November 2026

> First line
>
> second line

*These words are no longer in the text.*

[Open](https://site.example/courses/types/closures) · 27 November 2026

`);
  // The next page goes on where this one ended.
  const second = write([
    { ...entry, quote: null, second: 72, body: 'A second' },
    { ...entry, partTitle: 'Loops', quote: '', path: null, body: null },
    { ...entry, itemId: 'c', itemTitle: 'An article', partTitle: null },
    { ...entry, itemId: 'd', itemTitle: 'Another course' },
  ]);
  expect(second).toMatch(/^A second\n\n\[Watch at 1:12\]\(https:\/\/site\.example\/courses\/types\/closures\?t=72\) · /);
  expect(second.match(/^#.*$/gm)).toEqual(['### Loops', '## An article', '## Another course', '### Closures']);
  expect(second).toContain('> (an image or a diagram)\n\n27 November 2026\n\n');
});

test('words of a text and titles stay text, whatever they contain @PRACTICE-03', () => {
  const hostile = [
    '# Not a heading',
    '![track](https://evil.example/x.png) [link](javascript:alert(1)) <img src=x onerror=alert(1)>',
    '1. list\n- item\n> quote\n***\n```js',
    '**bold** _it_ `code` ~~gone~~ &lt; \\ {:id=x} :::note',
    '\u202Ereversed\u202C',
  ];
  for (const words of hostile) {
    const written = createNotesWriter('https://site.example')([{ ...entry, itemTitle: words, partTitle: null, quote: words, body: null }]);
    const read = fromMarkdown(written, 'article');
    if (!read.ok) throw new Error(JSON.stringify(read.errors));
    const blocks = read.document.content ?? [];
    expect(
      blocks.map(({ type }) => type),
      written,
    ).toEqual(['heading', 'blockquote', 'paragraph']);
    const quoted = toText({ type: 'doc', content: blocks.slice(1, 2) }).replaceAll(/\s+/g, '');
    expect(quoted).toBe(words.replaceAll(/\s+/g, ''));
    // In programs that show HTML in Markdown, too.
    expect(written).not.toMatch(/(?<!\\)<[a-z/!?]/iu);
  }
});
