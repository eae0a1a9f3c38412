import type { DocumentNode } from '@newline/document/document-node';
import { withOwnNumbers } from '@newline/document/follow-numbers';
import { renderHtml } from '@newline/document/html';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareBlocks } from '../../app/features/studio/compare-blocks.ts';

fc.configureGlobal({ seed: Number(process.env['NEWLINE_TEST_SEED']) });

const block = (text: string, id = 'aaaaa'): DocumentNode => ({
  type: 'paragraph',
  attrs: { id, align: null },
  content: [{ type: 'text', text }],
});
const diff = (before: string[], after: string[]) =>
  compareBlocks(
    before.map((text) => block(text)),
    after.map((text) => block(text)),
  ).map(({ kind, block: { content } }) => `${{ same: ' ', gone: '-', new: '+' }[kind]}${content?.[0]?.text ?? ''}`);

test('a changed block is shown as the old one, then the new one; the others are unchanged', () => {
  expect(diff(['a', 'b', 'c', 'd'], ['a', 'B', 'c', 'e', 'd'])).toEqual([' a', '-b', '+B', ' c', '+e', ' d']);
  expect(diff([], ['a'])).toEqual(['+a']);
  expect(diff(['a'], [])).toEqual(['-a']);
});

test('ids and the order of attributes make no difference', () => {
  const other: DocumentNode = { type: 'paragraph', attrs: { align: null, id: 'zzzzz' }, content: [{ text: 'a', type: 'text' }] };
  expect(compareBlocks([block('a')], [other]).map(({ kind }) => kind)).toEqual(['same']);
});

test('any two texts can be reconstructed from their comparison', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const lines = diff(before, after);
      expect(lines.filter((line) => !line.startsWith('+')).map((line) => line.slice(1))).toEqual(before);
      expect(lines.filter((line) => !line.startsWith('-')).map((line) => line.slice(1))).toEqual(after);
    }),
  );
});

test('two long texts without anything in common are compared quickly', () => {
  const long = (prefix: string) => Array.from({ length: 5000 }, (_, n) => `${prefix}${n}`);
  expect(diff(long('a'), long('b'))).toHaveLength(10_000);
});

test('a changed footnote is a change of its block, and is shown with its number in the whole text', () => {
  const noted = (note: string): DocumentNode => ({
    ...block('a'),
    content: [
      { type: 'text', text: 'a' },
      { type: 'footnote', content: [{ type: 'text', text: note }] },
    ],
  });
  expect(compareBlocks([noted('one')], [noted('two')]).map(({ kind }) => kind)).toEqual(['gone', 'new']);
  const [, second] = withOwnNumbers([noted('one'), noted('two')]);
  expect(renderHtml({ type: 'doc', content: second === undefined ? [] : [second] }, { hasHeadingIds: false })).toContain(
    '<sup class="fnref">2</sup>',
  );
});
