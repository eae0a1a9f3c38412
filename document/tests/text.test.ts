import { describe, expect, test } from 'vitest';
import { deriveBody, emptyDocument, isEmptyDocument } from '../src/derive.ts';
import { outlineOf } from '../src/outline.ts';
import { freeBlocks, markdownCharacterCount, toText } from '../src/text.ts';
import { renderHtml } from '../src/html.ts';
import { doc, node, normalized, p, text } from './builders.ts';

const lesson = normalized(
  doc(
    node('heading', { level: 2 }, 'What a ', text('cost', 'code'), ' is'),
    p('Pages', node('hardBreak'), 'and rows.'),
    node('bulletList', {}, node('listItem', {}, p('one')), node('listItem', {}, p('two'))),
    node('paywallThreshold'),
    node('image', { src: '/a.png', alt: 'A plan' }, 'Figure 1'),
    node('table', {}, node('tableRow', {}, node('tableCell', {}, p('a')), node('tableCell', {}, p('b')))),
    node('codeBlock', { mode: 'sql' }, 'select 1;\n'),
    node('panel', {}, node('heading', { level: 3 }, 'What a cost is')),
  ),
);

describe('text @DOC-02', () => {
  test('is the text of every block', () => {
    expect(toText(lesson)).toBe(
      'What a cost is\n\nPages\nand rows.\n\none\ntwo\n\nA plan\nFigure 1\n\na\tb\n\nselect 1;\n\n\nWhat a cost is',
    );
  });

  test('has an outline with the anchors of the page @DOC-03', () => {
    expect(outlineOf(lesson)).toEqual([
      { level: 2, text: 'What a cost is', id: 'what-a-cost-is' },
      { level: 3, text: 'What a cost is', id: 'what-a-cost-is-1' },
    ]);
    for (const { id } of outlineOf(lesson)) expect(renderHtml(lesson)).toContain(` id="${id}"`);
  });

  test('of Markdown is counted in characters as people count them', () => {
    expect(markdownCharacterCount('')).toBe(0);
    expect(markdownCharacterCount('a😀é')).toBe(3);
  });
});

describe('free blocks @DOC-04', () => {
  test('are counted up to the marker', () => {
    expect(freeBlocks(lesson)).toBe(3);
    expect(freeBlocks(doc(node('paywallThreshold'), p('x')))).toBe(0);
    expect(freeBlocks(doc(p('x')))).toBeNull();
  });

  test('derive nothing from what follows the marker', () => {
    const cut = { ...lesson, content: lesson.content?.slice(0, freeBlocks(lesson) ?? 0) ?? [] };
    const { bodyMarkdown, bodyHtml, bodyText } = deriveBody(cut);
    expect(`${bodyMarkdown}${bodyHtml}${bodyText}`).not.toMatch(/Figure|plan|select/u);
    expect(JSON.stringify(deriveBody(lesson))).toMatch(/Figure[^]*select/u);
  });
});

describe('derived fields @DOC-02', () => {
  test('include everything that is stored', () => {
    const document = normalized(doc(node('paragraph', { id: 'abcde' }, 'a ', text('b', 'bold')), node('paywallThreshold')));
    expect(deriveBody(document)).toEqual({
      bodyDelta: document,
      bodyMarkdown: 'a **b**\n\n::paywall',
      bodyHtml: '<p data-block="abcde" dir="auto">a <strong>b</strong></p>',
      bodyText: 'a b',
      outline: [],
      freeBlocks: 1,
    });
  });
});

describe('an empty document', () => {
  test.each([
    ['the empty one', emptyDocument],
    ['nothing at all', doc()],
    ['spaces of every kind', doc(p('  \u00a0\u200b\u2003\u3164'))],
    [
      'breaks and empty blocks',
      doc(p(node('hardBreak')), node('bulletList', {}, node('listItem', {}, p())), node('panel', {}, p()), node('codeBlock')),
    ],
    ['a rule and an upload', doc(node('horizontalRule'), node('imageUploadPlaceholder'))],
  ])('%s @DISC-04', (_name, document) => {
    expect(isEmptyDocument(document)).toBe(true);
  });

  test.each([
    ['a word', doc(p('x'))],
    ['an image', doc(node('image', { src: '/a.png' }))],
    ['an embed', doc(node('embed', { url: 'https://example.org/' }))],
    ['code', doc(node('codeBlock', {}, 'x'))],
  ])('has no %s @DISC-04', (_name, document) => {
    expect(isEmptyDocument(document)).toBe(false);
  });

  test('is valid', () => {
    expect(normalized(emptyDocument, 'comment').content).toHaveLength(1);
  });
});
