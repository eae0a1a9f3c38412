import { expect, test } from 'vitest';
import { deriveBlocks } from '../src/derive-blocks.ts';
import { renderHtml } from '../src/html.ts';
import { fromMarkdown, toMarkdown } from '../src/markdown.ts';
import { toText } from '../src/text.ts';
import { numberedRandom } from './builders.ts';

const source = '## Plans\n\n- one\n\n* two\n\n---\n\n::paywall\n\n## Plans\n\n```ts {1}\nlet a;\n```\n\n| a |\n| --- |\n| b |';

test('the blocks of a document, put together again, are the document @DOC-04', () => {
  const read = fromMarkdown(source, 'lesson', { random: numberedRandom(1) });
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  const { document } = read;

  const blocks = deriveBlocks(document);

  const count = document.content?.length;
  expect([blocks.ids, blocks.html, blocks.markdown, blocks.text].map(({ length }) => length)).toEqual([count, count, count, count]);
  expect(blocks.html.join('')).toBe(renderHtml(document, { hasDirections: true }));
  expect(blocks.markdown.join('\n\n')).toBe(toMarkdown(document));
  expect(blocks.text.filter((text) => text !== '').join('\n\n')).toBe(toText(document));
  expect(blocks.freeBlocks).toBe(blocks.markdown.indexOf('::paywall'));
  expect(blocks.ids[0]).toMatch(/^[0-9A-Za-z]{5}$/);
  expect(blocks.ids[blocks.freeBlocks ?? -1]).toBe('');
});
