import { fromMarkdown } from '@newline/document/markdown';
import { expect, test } from 'vitest';
import { documentOfMarkdown, readMarkdownFile, writeMarkdownFile } from '../../app/features/studio/markdown-file.ts';

test('an article written to a file is read back unchanged, including ids @EDIT-12', async () => {
  const text = '# One\n\n- a\n- b\n\n```ts\nlet x = 1;\n```\n\n:::panel{type=tip}\nA tip.\n:::\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n';
  const parsed = fromMarkdown(text, 'article');
  if (!parsed.ok) throw new Error('Expected a document');
  for (const title of ['Plain', 'With "quotes": and — dashes', "It's"]) {
    const file = readMarkdownFile(await writeMarkdownFile(title, parsed.document));
    expect(file.title).toBe(title);
    expect(await documentOfMarkdown(file.markdown)).toEqual({ document: parsed.document });
  }
});

test('a file without front matter is all text; other programs’ front matter provides its title', () => {
  expect(readMarkdownFile('# Title\n\nText')).toEqual({ title: null, markdown: '# Title\n\nText' });
  expect(readMarkdownFile("---\r\nlayout: post\r\ntitle: 'It''s'\r\n---\r\nText")).toEqual({ title: "It's", markdown: 'Text' });
  expect(readMarkdownFile('---\ntitle: Plain words\n---\nText').title).toBe('Plain words');
  expect(readMarkdownFile('---\n\nA rule, then text').title).toBeNull();
});
