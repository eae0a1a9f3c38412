import { describe, expect, test } from 'vitest';
import { renderHtml } from '../src/html.ts';
import { fromMarkdown, toMarkdown } from '../src/markdown.ts';
import { validateDocument } from '../src/validate.ts';
import { hostileDocuments } from './hostile-documents.ts';

const options = { siteOrigin: 'https://newline.example', frameHosts: ['youtube.com'] };

/** Whether a page that held this HTML could run something: by a tag, an attribute or an address. */
function activeParts(html: string): string[] {
  const tags = html.match(/<[^>]*>/gu) ?? [];
  const known =
    /^<\/?(?:p|h[1-6]|ul|ol|li|hr|br|blockquote|aside|div|section|details|summary|b|strong|em|code|a|svg|path|span|figure|figcaption|img|pre|table|thead|tbody|tr|td|th|iframe)(?=[\s>])/u;
  return tags.filter((tag) => {
    const attributes = [...tag.matchAll(/\s([\w-]+)="([^"]*)"/gu)].map(([, name = '', value = '']) => [name, value] as const);
    const hasActiveAddress = attributes.some(
      ([name, value]) => (name === 'href' || name === 'src') && !/^(?:https?:|mailto:|tel:|[/#?.]|[^:]*$)/u.test(value),
    );
    const isForbidden = attributes.some(([name]) => name.startsWith('on') || name === 'srcdoc' || name === 'formaction');
    const hasForeignStyle = attributes.some(([name, value]) => name === 'style' && !/^(?:--from:\d+|counter-reset:o -?\d+)$/u.test(value));
    const isFrame = tag.startsWith('<iframe') && !/ src="https:\/\/youtube\.com\/[^"]*"/u.test(tag);
    const rest = tag.replaceAll(/\s[\w-]+="[^"<>]*"/gu, '');
    return !known.test(tag) || !/^<\/?[a-z0-9]+>$/u.test(rest) || hasActiveAddress || isForbidden || hasForeignStyle || isFrame;
  });
}

test('the check for active parts finds them (control)', () => {
  expect(activeParts('<p><script>1</script></p>')).toHaveLength(2);
  expect(activeParts('<img src="/a" onerror="x">')).toHaveLength(1);
  expect(activeParts('<a href="javascript:x">y</a>')).toHaveLength(1);
  expect(activeParts('<iframe src="https://evil.example/"></iframe>')).toHaveLength(1);
  expect(activeParts('<p style="color:red">x</p>')).toHaveLength(1);
  expect(activeParts('<p class="a">x</p>')).toEqual([]);
});

describe('hostile documents', () => {
  test('are sixty or more', () => {
    expect(hostileDocuments.length).toBeGreaterThanOrEqual(60);
  });

  test.each(hostileDocuments)('%s renders harmless, unvalidated @DOC-02', (_name, document) => {
    expect(activeParts(renderHtml(document, options))).toEqual([]);
  });

  test.each(hostileDocuments)('%s never makes validation throw, and what passes is harmless @DOC-01 @DOC-02', (_name, document) => {
    for (const kind of ['lesson', 'comment'] as const) {
      const validation = validateDocument(document, kind);
      if (!validation.ok) {
        expect(validation.errors.length).toBeGreaterThan(0);
        continue;
      }
      expect(activeParts(renderHtml(validation.document, options))).toEqual([]);
      expect(fromMarkdown(toMarkdown(validation.document), kind).ok).toBe(true);
    }
  });

  test('no prototype is reached or changed @DOC-02', () => {
    for (const [, document] of hostileDocuments) validateDocument(document, 'lesson');
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(renderHtml({ type: 'doc', content: [{ type: 'hasOwnProperty', content: [{ type: 'text', text: 'x' }] }] })).toBe('x');
  });
});

describe('hostile Markdown', () => {
  test.each([
    ['<script>alert(1)</script>'],
    ['<img src=x onerror=alert(1)>'],
    ['[x](javascript:alert(1))'],
    ['[x](java\u200bscript:alert(1))'],
    ['![x](data:text/html,y)'],
    ['<javascript:alert(1)>'],
    ['[x]: javascript:alert(1)\n\n[x]'],
    ['::iframe{src="javascript:alert(1)"}'],
    ['::embed{src="javascript:alert(1)" html="<script>1</script>"}'],
    [':::panel{type="<script>"}\nx\n:::'],
    ['::iframe{__proto__=x constructor=y}'],
    ['```"><script>\nx\n```'],
    ['{: onclick=alert(1)}\ntext'],
  ])('%s is harmless @DOC-02', (markdown) => {
    const read = fromMarkdown(markdown, 'lesson');
    expect(read.ok && activeParts(renderHtml(read.document, options))).toEqual([]);
  });

  test.each([
    ['nested quotes', '> '.repeat(5000)],
    ['nested lists', Array.from({ length: 500 }, (_, level) => `${'  '.repeat(level)}- x`).join('\n')],
    ['open brackets', '['.repeat(20_000)],
    ['open images', '![x]('.repeat(10_000)],
    ['stars', '*a **b '.repeat(10_000)],
    ['backticks', Array.from({ length: 300 }, (_, run) => '`'.repeat(run)).join(' ')],
    ['open directives', ':::panel\n'.repeat(5000)],
    ['open formulas', '$$\n'.repeat(5001)],
    ['attributes', `{: ${'a=b '.repeat(20_000)}`],
    ['unclosed quotes in attributes', `::embed{url="${'\\"'.repeat(20_000)}}`],
    ['table cells', `|${'a|'.repeat(5000)}\n|${'-|'.repeat(5000)}\n${'|\n'.repeat(50)}`],
  ])('%s is read or refused within two seconds @DOC-02', (_name, markdown) => {
    const start = performance.now();
    fromMarkdown(markdown, 'lesson');
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
