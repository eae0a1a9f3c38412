import { describe, expect, test } from 'vitest';
import { deriveBody } from '../../src/derive.ts';
import { fromHtml } from '../../src/from-html.ts';
import { renderHtml } from '../../src/html.ts';
import { append, largestOf, smallestOf } from '../../src/append.ts';
import { fromMarkdown, toMarkdown } from '../../src/markdown.ts';
import { toHtml } from '../../src/to-html.ts';
import { validateDocument } from '../../src/validate.ts';
import { cpuMs, slowness } from '../cpu-time.ts';

// More than 125,000 arguments don't fit on the stack; a text can have 4 MB.
const many = 150_000;

const allowed: Readonly<Record<string, string>> = {
  'a paragraph': 'a'.repeat(many),
  'a heading': `# ${'a'.repeat(many)}`,
  'brackets that are no link': '['.repeat(many),
  entities: '&amp;'.repeat(many),
  'backticks in a block of code': `~~~\n${'` '.repeat(many)}\n~~~`,
  'colons in a panel': `:::panel\n\n\`\`\`\n${':\n'.repeat(many)}\`\`\`\n:::`,
};

test.each(Object.entries(allowed))('%s of the allowed size can be converted in every way and back', (_name, markdown) => {
  const read = fromMarkdown(markdown, 'lesson');
  if (!read.ok) throw new Error(`expected a document, got ${JSON.stringify(read.errors)}`);
  const { document } = read;
  deriveBody(document, {});
  expect(validateDocument(document, 'lesson').ok).toBe(true);
  expect(fromMarkdown(toMarkdown(document, { hasIds: true }), 'lesson')).toEqual(read);
  expect(fromHtml(toHtml(document), 'lesson')).toEqual(read);
});

test('a code block with more lines than can be elements shows all of its lines', () => {
  const code = 'a\n'.repeat(many);
  const html = renderHtml({ type: 'doc', content: [{ type: 'codeBlock', content: [{ type: 'text', text: code }] }] });
  expect(html.match(/a\n/gu)).toHaveLength(many);
  expect(html.match(/<span/gu)?.length).toBeLessThanOrEqual(20_001);
});

describe('a text with more nodes than are allowed is refused with that reason', () => {
  const tooMany = { ok: false, errors: [{ path: '', expected: 'at most 20000 nodes', got: 'more' }] };
  test.each(['*a* ', '[a](/b) ', '`a` ', 'a\\\n', '![a](/media/a.webp) ', '{:br}', 'a\n\n', '- a\n'])('with %j repeated', (piece) => {
    expect(fromMarkdown(piece.repeat(many), 'lesson')).toEqual(tooMany);
    expect(fromMarkdown(piece.repeat(1000), 'lesson').ok).toBe(true);
  });
  test('before it has been read to its end', () => {
    const cost = cpuMs(() => expect(fromMarkdown('- a\n'.repeat(900_000), 'lesson')).toEqual(tooMany));
    expect(cost).toBeLessThan(3000 * slowness());
  });
});

test('an HTML list without list items is read in linear time', () => {
  const html = (count: number) => `<ul>${'<div>a</div>'.repeat(count)}`;
  expect(cpuMs(() => fromHtml(html(40_000), 'lesson'))).toBeLessThan(2000 * slowness());
  expect(fromHtml(html(3), 'lesson')).toMatchObject({ document: { content: [{ content: [{ content: [{}, {}, {}] }] }] } });
});

test('lists of any length can be appended and compared', () => {
  const numbers = Array.from({ length: 300_000 }, (_, index) => index);
  const list: number[] = [];
  append(list, numbers);
  expect([list.length, largestOf(numbers), smallestOf(numbers), largestOf([], 2), smallestOf([3], 2)]).toEqual([300_000, 299_999, 0, 2, 2]);
});
