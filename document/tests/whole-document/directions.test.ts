import { expect, test } from 'vitest';
import { renderHtml } from '../../src/html.ts';
import { deriveBlocks } from '../../src/derive-blocks.ts';
import { deriveBody } from '../../src/derive.ts';
import { fromMarkdown } from '../../src/markdown.ts';

const html = (markdown: string) => {
  const read = fromMarkdown(markdown, 'article');
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return renderHtml(read.document, { hasDirections: true });
};

test('each block has the direction of its own text, and code runs from left to right everywhere', () => {
  expect(html('שלום')).toMatch(/^<p[^>]* dir="auto">/);
  expect(html('# שלום')).toMatch(/^<h1[^>]* dir="auto">/);
  expect(html('> שלום')).toMatch(/^<blockquote[^>]* dir="auto">/);
  // Nothing inside it has a direction of its own: otherwise the browser would ignore its text when it determines the list's direction.
  const list = html('- שלום\n\n  שלום\n- one');
  expect(list).toMatch(/^<ul[^>]* dir="auto">/);
  expect(list.match(/dir=/g)).toHaveLength(1);
  expect(html('| א |\n|---|\n| ב |')).toMatch(/dir="auto"/);
  expect(html('```js\nlet a\n```')).toMatch(/^<figure[^>]* dir="ltr">/);
  expect(html('- שלום\n\n  ```js\n  let a\n  ```')).toMatch(/<figure class="code" dir="ltr">/);
  expect(html('שלום `let a`')).toContain('<code dir="ltr" translate="no">let a</code>');
  expect(html('```math\nx\n```')).toMatch(/^<div class="math"[^>]* dir="ltr"[^>]*>/);
});

test('stored texts have it as well, because programs read them without our pages', () => {
  const read = fromMarkdown('שלום `let a`\n\n```js\nlet a\n```', 'article');
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  const { bodyHtml } = deriveBody(read.document);
  expect(bodyHtml).toMatch(/^<p[^>]* dir="auto">/);
  expect(bodyHtml).toMatch(/<figure[^>]* dir="ltr">/);
  expect(deriveBlocks(read.document).html.join('')).toBe(bodyHtml);
});

test('code and formulas are marked as untranslatable everywhere', () => {
  expect(html('A word of `code`.')).toMatch(/<code[^>]* translate="no">code<\/code>/);
  expect(html('```js\nlet a\n```')).toMatch(/<pre[^>]* translate="no"><code/);
  expect(html('- one\n\n  ```js\n  let a\n  ```')).toMatch(/<pre[^>]* translate="no"><code/);
  expect(html('```math\nx\n```')).toMatch(/<div class="math"[^>]* translate="no">/);
  expect(html('```mermaid\ngraph TD\n```')).toMatch(/<pre class="mermaid"[^>]* translate="no">/);
  expect(html('Words.')).not.toContain('translate');
});
