import { describe, expect, test } from 'vitest';
import type { DocumentNode } from '../src/document-node.ts';
import { renderHtml } from '../src/html.ts';
import { reactElement } from '../src/react.ts';
import { renderBlocks, renderDocument, type RenderOptions } from '../src/render.ts';
import { nodeDefinitions } from '../src/schema/nodes.ts';
import { nodeRenderers } from '../src/render/renderers.ts';
import { doc, link, node, normalized, p, text } from './builders.ts';
import { framesOfYouTube } from './frame-options.ts';

const siteOrigin = 'https://newline.example';
const html = (...blocks: readonly DocumentNode[]) => renderHtml(doc(...blocks), { siteOrigin });

describe('the HTML of each node @DOC-01 @DOC-02', () => {
  test.each<[string, DocumentNode, string]>([
    ['paragraph', p('a < b & "c"'), '<p>a &lt; b &amp; &quot;c&quot;</p>'],
    [
      'paragraph with attributes',
      node('paragraph', { align: 'right', indent: 3, lineSpacing: 'double' }, 'x'),
      '<p class="align-right indent-3 spacing-double">x</p>',
    ],
    [
      'heading',
      node('heading', { level: 3 }, 'What a ', text('cost', 'code'), ' is'),
      '<h3 id="what-a-cost-is">What a <code translate="no">cost</code> is</h3>',
    ],
    ['list', node('bulletList', {}, node('listItem', {}, p('a'))), '<ul><li>a</li></ul>'],
    [
      'numbered list',
      node('orderedList', { start: 3 }, node('listItem', {}, p('a'), p('b'))),
      '<ol start="3" style="counter-reset:o 2"><li><p>a</p><p>b</p></li></ol>',
    ],
    ['quotation', node('blockquote', { blockType: 'tip' }, p('a')), '<blockquote class="quote--tip"><p>a</p></blockquote>'],
    [
      'rule and break',
      node('panel', { icon: '!', panelType: 'error' }, p('a', node('hardBreak'), 'b')),
      '<aside class="note note--error"><span class="icon" aria-hidden="true">!</span><div><b>Error</b><p>a<br>b</p></div></aside>',
    ],
    [
      'image',
      node('image', { src: '/a.png', alt: 'A', imagePosition: 'wide', width: 640, height: 360 }, 'C'),
      '<figure class="fig fig--wide"><img src="/a.png" alt="A" width="640" height="360" loading="lazy" decoding="async"><figcaption>C</figcaption></figure>',
    ],
    [
      'code',
      node('codeBlock', { mode: 'ts', highlightLines: '2', displayName: 'a.ts', startLine: 14, endLine: 15 }, 'a\n<b>'),
      '<figure class="code"><figcaption class="code__bar"><b>a.ts 14–15</b><span class="code__lang">TypeScript</span></figcaption><pre tabindex="0" style="--from:13" translate="no"><code class="language-ts"><span>a\n</span><span class="hl">&lt;b&gt;</span></code></pre></figure>',
    ],
    [
      'remote code without an address',
      node('codeBlock', { locality: 'remote' }, 'a'),
      '<figure class="code"><figcaption class="code__bar"><b>(unknown url)</b></figcaption><pre tabindex="0" style="--from:0" translate="no"><code><span>a</span></code></pre></figure>',
    ],
    [
      'table',
      node(
        'table',
        {},
        node('tableRow', {}, node('tableHeader', { align: 'right' }, p('a'))),
        node('tableRow', {}, node('tableCell', { colspan: 2 }, p('b'))),
      ),
      '<div class="scroll" tabindex="0"><table class="table"><thead><tr><th class="r">a</th></tr></thead><tbody><tr><td colspan="2">b</td></tr></tbody></table></div>',
    ],
    ['summary', node('summary', {}, p('a')), '<section class="summary"><p>a</p></section>'],
    [
      'exercise',
      node('exercise', {}, p('a'), node('exercisePart', { partType: 'solution' }, p('b'))),
      '<section class="exercise"><p>a</p><details class="part part--solution"><summary>Solution</summary><p>b</p></details></section>',
    ],
    ['paywall marker', node('paywallThreshold'), ''],
    ['math', node('math', {}, 'a < b'), '<div class="math" translate="no"><code class="language-tex">a &lt; b</code></div>'],
    [
      'mermaid',
      node('mermaid', {}, 'graph TD'),
      '<figure class="fig dia"><pre class="mermaid" tabindex="0" translate="no">graph TD</pre></figure>',
    ],
    [
      'details',
      node('mdx', { component: 'Details', properties: { title: 'More' } }, p('a')),
      '<details class="mdx"><summary>More</summary><p>a</p></details>',
    ],
  ])('%s', (_name, block, expected) => {
    expect(html(block)).toBe(expected);
  });

  test('every node except text has a renderer', () => {
    const missing = nodeDefinitions.filter(({ name }) => !['doc', 'text'].includes(name) && nodeRenderers[name] === undefined);
    expect(missing).toEqual([]);
  });

  test('a callout has the icon and the label of its type', () => {
    const rendered = html(node('panel', { panelType: 'tip', panelPosition: 'wrap-left' }, p('a')));
    expect(rendered).toContain('<aside class="note note--tip note--wrap-left"><svg class="icon"');
    expect(rendered).toContain('<div><b>Tip</b><p>a</p></div></aside>');
  });

  test('anchors of equal headings differ, and comments have none', () => {
    const twice = doc(node('heading', { level: 2 }, 'Plans'), node('panel', {}, node('heading', { level: 2 }, 'Plans')));
    expect([...renderHtml(twice).matchAll(/ id="([^"]*)"/gu)].map(([, id]) => id)).toEqual(['plans', 'plans-1']);
    expect(renderHtml(twice, { hasHeadingIds: false })).not.toContain(' id=');
  });

  test('top-level blocks have their id', () => {
    expect(html(node('paragraph', { id: 'abcde' }, 'x'))).toBe('<p data-block="abcde">x</p>');
    expect(html(node('codeBlock', { uniqueId: 'fghij' }))).toContain('<figure class="code" data-block="fghij">');
  });

  test('text that shares a link is one link', () => {
    expect(html(p(text('a ', link('/x')), text('b', 'bold', link('/x')), text('c', link('/y'))))).toBe(
      '<p><a href="/x">a <strong>b</strong></a><a href="/y">c</a></p>',
    );
  });
});

describe('unknown input @DOC-02', () => {
  test('an unknown node renders its children, an unknown mark its text', () => {
    expect(html(node('nobody', {}, p('a')), p(text('b', 'nothing')))).toBe('<p>a</p><p>b</p>');
  });
  test('numbers are limited to their range, and names to known ones', () => {
    const table = node('table', {}, node('tableRow', {}, node('tableCell', { colspan: 1e9, rowspan: -5 }, p('a'))));
    expect(html(table)).toContain('<td colspan="20">a</td>');
    expect(html(node('heading', { level: 99 }, 'x'))).toBe('<h6 id="x">x</h6>');
    expect(html(node('panel', { panelType: 'evil' }, p()))).toContain('class="note note--info"');
  });
  test('a link or image with a forbidden URL is only its text', () => {
    expect(html(p(text('x', link('javascript:y'))))).toBe('<p>x</p>');
    expect(html(node('image', { src: 'data:x' }, 'C'))).toBe('<p>C</p>');
  });
});

describe('links @SITE-07', () => {
  const rel = ' rel="noopener noreferrer nofollow"';

  test.each([
    ['https://example.org/', rel],
    ['HTTPS://example.org/', rel],
    ['https://newline.example.evil.example/', rel],
    ['https://evil.example/?newline.example', rel],
    ['https://newline.example@evil.example/', rel],
    ['//example.org/', rel],
    [String.raw`/\example.org/`, rel],
    ['https://newline.example/books', ''],
    ['https://NEWLINE.example/books', ''],
    ['https://www.newline.example/', ''],
    ['/books', ''],
    ['#top', ''],
    ['mailto:a@b.cd', ''],
  ])('%s', (href, expected) => {
    expect(html(p(text('x', link(href))))).toBe(`<p><a href="${href}"${expected}>x</a></p>`);
  });

  test('without a site every absolute link is external', () => {
    expect(renderHtml(doc(p(text('x', link('https://newline.example/')))))).toContain(rel);
  });
});

describe('frames', () => {
  const options = framesOfYouTube;

  test('an allowed host gets a sandboxed frame', () => {
    expect(renderHtml(doc(node('iframeEmbed', { src: 'https://www.youtube.com/embed/x', height: 400 })), options)).toBe(
      '<div class="embed"><iframe src="https://www.youtube.com/embed/x" title="https://www.youtube.com/embed/x" sandbox="allow-scripts allow-forms allow-same-origin" allow="fullscreen; picture-in-picture; encrypted-media" referrerpolicy="strict-origin-when-cross-origin" loading="lazy" height="400" data-embed="player"></iframe></div>',
    );
  });

  test('any other URL is a link, and without a list every one is', () => {
    const embed = doc(node('embed', { src: 'https://youtube.com/embed/x', url: 'https://youtube.com/x', html: '<script>1</script>' }));
    expect(renderHtml(embed, { siteOrigin })).toBe(
      '<p class="embed"><a href="https://youtube.com/embed/x" rel="noopener noreferrer nofollow">https://youtube.com/x</a></p>',
    );
    expect(renderHtml(doc(node('iframeEmbed', { src: 'https://evil.example/' })), options)).not.toContain('<iframe');
  });

  test('a repository link goes where the page says, and says so when there is no access @DOC-01', () => {
    const block = doc(node('protectedRepositoryLink', { title: 'Code' }));
    const shown = (options: RenderOptions) => renderHtml(block, { siteOrigin, ...options });
    const note = '<p class="repository">Code <span class="meta">(not available here)</span></p>';
    expect(shown({})).toBe(note);
    expect(shown({ repositoryUrl: 'javascript:alert(1)' })).toBe(note);
    expect(shown({ repositoryUrl: 'https://assets.example/articles/x?expires=1&signature=s' })).toBe(
      '<p class="repository"><a href="https://assets.example/articles/x?expires=1&amp;signature=s" rel="noopener noreferrer nofollow">Code</a></p>',
    );
  });
});

describe('another element factory @DOC-02', () => {
  test('gets elements with the names that React knows', () => {
    const createElement = (tag: string, props: Readonly<Record<string, unknown>>, ...children: readonly unknown[]): unknown => ({
      tag,
      props,
      children,
    });
    const [code, panel] = renderDocument(
      doc(node('codeBlock', { startLine: 3 }, 'x'), node('panel', {}, p())),
      reactElement(createElement),
    );
    expect(code).toMatchObject({
      tag: 'figure',
      props: { className: 'code' },
      children: [{ tag: 'pre', props: { tabIndex: 0, style: { '--from': '2' } } }],
    });
    expect(panel).toMatchObject({
      children: [{ tag: 'svg', props: { strokeLinecap: 'round', viewBox: '0 0 24 24', 'aria-hidden': 'true' } }, { tag: 'div' }],
    });
  });

  test('gets blocks one by one', () => {
    const blocks = renderBlocks<{ tag: string }>(
      normalized(doc(node('paragraph', { id: 'abcde' }, 'a'), node('paywallThreshold'))),
      (tag) => ({ tag }),
    );
    expect(blocks).toEqual([
      { type: 'paragraph', id: 'abcde', content: [{ tag: 'p' }], notes: [] },
      { type: 'paywallThreshold', id: null, content: [], notes: [] },
    ]);
  });
});
