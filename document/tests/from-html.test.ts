import { describe, expect, test } from 'vitest';
import type { DocumentKind, DocumentNode } from '../src/document-node.ts';
import { fromHtml } from '../src/from-html.ts';
import { renderHtml } from '../src/html.ts';
import { toMarkdown } from '../src/markdown.ts';
import { toHtml } from '../src/to-html.ts';
import { doc, node, normalized, p, text } from './builders.ts';

function read(html: string, kind: DocumentKind = 'lesson'): DocumentNode {
  const validation = fromHtml(html, kind);
  if (!validation.ok) throw new Error(JSON.stringify(validation.errors));
  return validation.document;
}

/** Returns the result for some HTML as Markdown, which is shorter to read than JSON. */
const markdownOf = (html: string, kind?: DocumentKind) => toMarkdown(read(html, kind));

describe('HTML from anywhere @DOC-02', () => {
  test.each<[string, string, string]>([
    ['words without a tag', 'a  <b>b</b>\n c', 'a **b** c'],
    ['entities', '<p>a &lt; b &amp; c&hellip;</p>', 'a \\< b & c…'],
    ['marks by their other names', '<p><strong>a</strong> <i>b</i> <kbd>c</kbd></p>', '**a** _b_ <kbd>c</kbd>'],
    ['spaces within marks', '<p> a<b> b </b>c </p>', '&#97;**&#32;b&#32;**&#99;'],
    ['headings and boxes', '<div><h2>A</h2><section>b<div>c</div></section></div>', '## A\n\nb\n\nc'],
    ['an empty paragraph', '<p>a</p><p><br></p><p>b</p>', 'a\n\nb'],
    ['line ends', '<p>a<br>b<br></p>', 'a\\\nb'],
    ['a list in a list', '<ul><li>a<ul><li>b</li></ul></li></ul>', '- a\n  - b'],
    ['a list between items', '<ol start=3><li>a</li><ul><li>b</li></ul></ol>', '3. a\n   - b'],
    ['an item without a list', '<li>a</li>', 'a'],
    ['a quotation', '<blockquote>a</blockquote>', '> a'],
    ['code', '<pre><code class="language-ts">a\n  b\n</code></pre>', '```ts\na\n  b\n```'],
    [
      'an image and its caption',
      '<figure><img src="/a.png" alt="A"><figcaption>C</figcaption></figure>',
      ':::figure\n![A](/a.png)\n\nC\n:::',
    ],
    ['an image in a sentence', '<p>a <img src="/a.png"> b</p>', 'a\n\n![](/a.png)\n\nb'],
    ['an image that is a link', '<a href="/x"><img src="/a.png" alt="A"></a>', '[![A](/a.png)](/x)'],
    ['an image in a heading', '<h2>a <img src="/a.png" alt="b"></h2>', '## a b'],
    ['a table', '<table><tr><th>a<th align=right>b<tbody><tr><td>1<td align=right>2</table>', '| a | b |\n| --- | --: |\n| 1 | 2 |'],
    ['a disclosure', '<details><summary>More</summary>a</details>', ':::mdx{properties="{\\"title\\":\\"More\\"}"}\na\n:::'],
    ['a frame', '<iframe src="https://youtube.com/embed/x"></iframe>', '::iframe{src=https://youtube.com/embed/x}'],
    [
      'marks that Markdown writes as tags, by tag and by style',
      'H<sub>2</sub>O, x<span style="vertical-align:super">2</span>, <mark>m</mark>, <del>d</del><span style="text-decoration: line-through">e</span>, <samp>s</samp>',
      'H<sub>2</sub>O, x<sup>2</sup>, <mark>m</mark>, ~~de~~, `s`',
    ],
    ['unknown tags', '<blink>a <custom-thing>b</custom-thing></blink>', 'a b'],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });

  test('in a comment, blocks that aren’t allowed become their text', () => {
    expect(markdownOf('<table><tr><td>a</td><td><b>b</b></td></tr></table>', 'comment')).toBe('a\n\n**b**');
    expect(markdownOf('<details><summary>More</summary>a</details>', 'comment')).toBe('More\n\na');
    expect(markdownOf('<iframe src="https://youtube.com/embed/x"></iframe>', 'comment')).toContain('::embed{');
  });

  test('a forbidden URL leaves only its text', () => {
    expect(markdownOf('<a href="javascript:x">a</a> <img src="data:x" alt="b">')).toBe('a\n\nb');
  });

  test('nested callouts are unwrapped before they are too deep', () => {
    const deep = '<blockquote>'.repeat(60);
    expect(JSON.stringify(read(`${deep}a`))).toContain('"text":"a"');
    expect(JSON.stringify(read(`${'<ul><li>'.repeat(60)}a`))).toContain('"text":"a"');
  });
});

describe('HTML as programs copy it @DOC-02 @EDIT-08', () => {
  test('Google Docs: a bold wrapper that isn’t bold, weights as styles', () => {
    const html =
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700;">a</span><span style="font-style:italic"> b</span></p><br><ul><li dir="ltr"><p role="presentation"><span>c</span></p></li></ul></b>';
    expect(markdownOf(html)).toBe('**a**_&#32;b_\n\n- c');
  });

  test('GitHub: highlighted code, alerts, anchors', () => {
    const html =
      '<div class="markdown-heading"><h2>A</h2><a class="anchor" href="#a" aria-label="Permalink"><svg><path d="M0"/></svg></a></div><div class="highlight highlight-source-js"><pre><span class="pl-k">let</span> a;</pre></div><div class="markdown-alert markdown-alert-caution"><p class="markdown-alert-title">Caution</p><p>b</p></div>';
    expect(markdownOf(html)).toBe('## A\n\n```js\nlet a;\n```\n\n:::panel{type=error}\nb\n:::');
  });

  test('VS Code: lines in a fixed-width font', () => {
    const html =
      '<div style="color: #fff;font-family: Menlo, monospace;white-space: pre;"><div><span>if</span>&nbsp;(a)</div><br><div>  b();</div></div>';
    expect(markdownOf(html)).toBe('```\nif (a)\n\n  b();\n```');
  });

  test("Notion: a paragraph's style, nested lists, a checkbox", () => {
    const html =
      '<h1>A</h1>\n<ul>\n<li>\n<p>b</p>\n<ul>\n<li>c</li>\n</ul>\n</li>\n<li><input type="checkbox" checked> d</li>\n</ul>\n<!-- notionvc: 1 -->';
    expect(markdownOf(html)).toBe('# A\n\n- b\n  - c\n- [x] d');
  });
});

describe('HTML of our own @DOC-02', () => {
  const blocks: readonly DocumentNode[] = [
    node('heading', { level: 3 }, 'A ', text('b', 'bold')),
    node('paragraph', { align: 'right', indent: 2 }, 'a'),
    node('orderedList', { start: 4 }, node('listItem', {}, p('a'))),
    node('blockquote', { blockType: 'tip' }, p('a')),
    node('panel', { panelType: 'warning', panelPosition: 'wrap-left' }, p('a')),
    node('summary', {}, p('a')),
    node('codeBlock', { mode: 'ts' }, 'a\n\n  b'),
    node('image', { src: '/a.png', alt: 'A', imagePosition: 'wide', width: 4, height: 3 }, 'C'),
    node('table', {}, node('tableRow', {}, node('tableHeader', {}, p('a')), node('tableHeader', { align: 'right' }, p('b')))),
    node('math', {}, 'a^2'),
    node('mermaid', {}, '\ngraph TD'),
    node('mdx', { component: 'Tabs', properties: { title: 'T' } }, p('a')),
    node('protectedRepositoryLink', { title: 'Code' }),
    node('horizontalRule'),
  ];

  test.each(blocks.map((block) => [block.type, block] as const))('a page returns %s unchanged', (_type, block) => {
    const document = normalized(doc(block));
    const plain = (document: DocumentNode) =>
      JSON.stringify(document, (key, value: unknown) => (key === 'id' || key === 'uniqueId' ? null : value));
    expect(plain(read(renderHtml(document)))).toBe(plain(document));
  });

  test('an export adds only what HTML can’t express', () => {
    const document = normalized(doc(node('paragraph', { id: 'abcde', align: 'center' }, 'a'), node('paywallThreshold')));
    expect(toHtml(document)).toBe(
      '<article data-document=""><p class="align-center" data-block="abcde" data-align="center">a</p><div data-node="paywallThreshold"></div></article>',
    );
  });

  test('data-* attributes from other sources are ignored', () => {
    expect(markdownOf('<div data-node="paywallThreshold">a</div><p data-align="right">b</p>')).toBe('a\n\nb');
  });
});
