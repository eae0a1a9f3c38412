import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { fromHtml } from '../../src/from-html.ts';
import { renderHtml } from '../../src/html.ts';
import { fromMarkdown, toMarkdown } from '../../src/markdown.ts';
import { reactElement } from '../../src/react.ts';
import { renderDocument } from '../../src/render.ts';
import { toHtml } from '../../src/to-html.ts';
import { validateDocument } from '../../src/validate.ts';
import { activeParts } from '../active-parts.ts';
import { cpuMs, slowness } from '../cpu-time.ts';
import { hostileDocuments } from '../hostile-documents.ts';
import { framesOfYouTube } from '../frame-options.ts';

const options = framesOfYouTube;

/** Elements that a rendering may have; the check knows those of HTML. */
const plainRendering = /<\/?(?:math|mtext)(?: alttext="x")?>/gu;

/** Renderings that a broken renderer might have stored, for every block. */
const hostileRenderings = Array.from({ length: 40 }, () =>
  ['svg', 'math'].map((root) => ({
    of: 1,
    label: '"><script>alert(1)</script>',
    name: '<script>alert(1)</script>',
    code: ['1"><script>'],
    markup: [
      root,
      { onload: 'alert(1)', style: 'background:url(//evil.example)', href: 'javascript:alert(1)' },
      ['script', {}, 'alert(1)'],
      ['a', { href: 'javascript:alert(1)' }, ['text', {}, 'x']],
      ['foreignObject', {}, ['img', { src: 'x', onerror: 'alert(1)' }]],
      ['animate', { onbegin: 'alert(1)' }],
      ['mtext', { id: 'dia-"><script>' }, '<script>alert(1)</script>'],
    ],
  })),
);

test('the check for active content finds it (control)', () => {
  expect(activeParts('<p><script>1</script></p>')).toHaveLength(2);
  expect(activeParts('<img src="/a" onerror="x">')).toHaveLength(1);
  expect(activeParts('<a href="javascript:x">y</a>')).toHaveLength(1);
  expect(activeParts('<iframe src="https://evil.example/"></iframe>')).toHaveLength(1);
  expect(activeParts('<p style="color:red">x</p>')).toHaveLength(1);
  expect(activeParts('<p class="a">x</p>')).toEqual([]);
});

describe('hostile documents', () => {
  test('are at least sixty', () => {
    expect(hostileDocuments.length).toBeGreaterThanOrEqual(60);
  });

  test.each(hostileDocuments)('%s renders without active content, unvalidated @DOC-02', (_name, document) => {
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

  test.each(hostileDocuments)('%s renders without active content as React elements, with hostile renderings @DOC-02', (_name, document) => {
    const rendered = renderDocument(document, reactElement(createElement), { ...options, renderings: hostileRenderings });
    // React closes empty elements, and preloads images with links that the check doesn't know.
    const markup = renderToStaticMarkup(createElement(Fragment, null, ...rendered)).replaceAll('/>', '>');
    const html = markup.replaceAll(/<link rel="preload" as="image" href="[^"<>]*">/gu, '');
    expect(activeParts(html.replaceAll(plainRendering, ''))).toEqual([]);
    expect(activeParts(renderHtml(document, { ...options, renderings: hostileRenderings }).replaceAll(plainRendering, ''))).toEqual([]);
  });

  test.each(hostileDocuments)('%s costs little to render and to validate @DOC-02', (name, document) => {
    // A document that contains itself is rendered up to the limit of nodes, each with an icon; a stored text can't do so.
    const mostMs = (name.includes('contains itself') ? 250 : 50) * slowness();
    const best = (run: () => unknown) => Math.min(...Array.from({ length: 5 }, () => cpuMs(run)));
    expect(best(() => renderHtml(document, options))).toBeLessThan(mostMs);
    expect(best(() => validateDocument(document, 'article'))).toBeLessThan(mostMs);
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
  ])('%s is read or refused within two seconds of CPU time @DOC-02', (_name, markdown) => {
    const start = process.cpuUsage();
    fromMarkdown(markdown, 'lesson');
    expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
  });
});

describe('hostile HTML', () => {
  test.each([
    ['<script>alert(1)</script>a'],
    ['<img src=x onerror=alert(1)>'],
    ['<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>'],
    ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>'],
    ['<a href="java&#10;script:alert(1)">x</a>'],
    ['<a href="&#1;javascript:alert(1)">x</a>'],
    ['<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
    ['<iframe src="javascript:alert(1)"></iframe>'],
    ['<iframe src="https://evil.example/"></iframe>'],
    ['<object data="javascript:alert(1)"><embed src="javascript:alert(1)"></object>'],
    ['<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>'],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>'],
    ['<template><script>alert(1)</script></template>'],
    ['<base href="javascript:alert(1)//"><link rel=stylesheet href=x><meta http-equiv=refresh content="0;javascript:alert(1)">'],
    ['<p style="background:url(javascript:alert(1))" onclick="alert(1)">x</p>'],
    [
      '<article data-document=""><div data-node="embed" data-src="javascript:alert(1)" data-html="&quot;<script>1</script>&quot;"></div></article>',
    ],
    ['<article data-document=""><p data-node="__proto__">x</p><p data-node="constructor">y</p><p data-align="{}">z</p></article>'],
    ['<article data-document=""><div data-node="mdx" data-properties=\'{"__proto__":{"title":"x"}}\'>y</div></article>'],
    ['<table><tr><td colspan=1e9 rowspan=-1>x</td></tr></table>'],
    ['<pre class="language-&quot;><script>alert(1)</script>">x</pre>'],
    ['<h1 id="x" class="align-<script>">x</h1>'],
    ['<![CDATA[<script>alert(1)</script>]]><?xml version="1.0"?><!DOCTYPE x [<!ENTITY y "z">]>'],
    ['<plaintext><script>alert(1)</script>'],
    ['\u0000<scr\u0000ipt>alert(1)</script>\ud800'],
  ])('%s is harmless @DOC-02', (html) => {
    for (const kind of ['lesson', 'comment'] as const) {
      const read = fromHtml(html, kind);
      expect(read.ok && activeParts(renderHtml(read.document, options))).toEqual([]);
      expect(read.ok && activeParts(toHtml(read.document))).toEqual([]);
    }
  });

  test.each([
    ['open boxes', '<div>'.repeat(20_000)],
    ['open quotations', '<blockquote>'.repeat(20_000)],
    ['open links', '<a href=x>y'.repeat(5000)],
    ['formatting that is never closed', `${Array.from({ length: 3000 }, (_, index) => `<b id=${index}>`).join('')}${'<p>x'.repeat(3000)}`],
    ['tables in tables', '<table><tr><td>'.repeat(2000)],
    ['stray cells', '<table>x<td>'.repeat(3000)],
    ['attributes', `<p ${Array.from({ length: 10_000 }, (_, index) => `a${index}=1`).join(' ')}>x`],
    ['entities', '&amp;&notit;&#x0;'.repeat(5000)],
    ['comments', '<!--'.repeat(20_000)],
  ])('%s are read or refused within two seconds of CPU time @DOC-02', (_name, html) => {
    const start = process.cpuUsage();
    fromHtml(html, 'lesson');
    expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
  });
});
