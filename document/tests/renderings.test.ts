import { parseFragment, type DefaultTreeAdapterMap } from 'parse5';
import { describe, expect, test } from 'vitest';
import { drawablesOf, type Rendering } from '../src/renderings.ts';
import { fromHtml } from '../src/from-html.ts';
import { renderHtml } from '../src/html.ts';
import { doc, node, normalized, p, text } from './builders.ts';

const siteOrigin = 'https://newline.example';
const svg = (...children: unknown[]) => ['svg', {}, ...children];

const code = node('codeBlock', { mode: 'ts' }, 'const a = 1;\n\nlet b');
const codeRendering = { code: ['5k5 1n1 ', '', '3k2 '], name: 'TypeScript' };

describe('code @DOC-02 @DOC-03', () => {
  const render = (rendering: unknown) => renderHtml(doc(code), { renderings: [[rendering]] });
  const plain = '<span>const a = 1;\n</span><span>\n</span><span>let b</span>';

  test('a formula within a line is MathML, or TeX', () => {
    const line = doc(p('So ', text('a^2', 'formula', 'bold'), '.'));
    const markup = ['math', {}, ['msup', {}, ['mi', {}, 'a'], ['mn', {}, '2']]];
    const html = renderHtml(line, { renderings: [[{ of: 3, markup }]] });
    expect(html).toBe(
      '<p>So <strong><span class="formula" translate="no"><math alttext="a^2"><msup><mi>a</mi><mn>2</mn></msup></math></span></strong>.</p>',
    );
    expect(renderHtml(line)).toContain('<span class="formula" translate="no"><code class="language-tex">a^2</code></span>');
    const pasted = renderHtml(doc(p(text('\\alpha', 'formula'))), { renderings: [[{ of: 6, markup }]] });
    const read = fromHtml(pasted, 'comment');
    expect(read.ok && read.document.content?.[0]?.content).toEqual([text('\\alpha', 'formula')]);
  });

  test('is the document’s text, in runs', () => {
    expect(render(codeRendering)).toBe(
      '<figure class="code"><figcaption class="code__bar"><span class="code__lang">TypeScript</span></figcaption><pre tabindex="0" style="--from:0" translate="no"><code class="language-ts">' +
        '<span><span class="k">const</span> a = <span class="n">1</span>;\n</span><span>\n</span><span><span class="k">let</span> b</span></code></pre></figure>',
    );
  });

  test.each([
    ['runnable code in a language that runs', { mode: 'ts', runnable: true }, true, 'data-run="typescript"'],
    ['runnable code by another name of its language', { mode: 'JS', runnable: true }, true, 'data-run="javascript"'],
    ['runnable Python', { mode: 'py', runnable: true }, true, 'data-run="python"'],
    ['runnable SQL, which is not in the list of languages', { mode: 'PostgreSQL', runnable: true }, true, 'data-run="sql"'],
    ['runnable code in another language', { mode: 'rust', runnable: true }, true, null],
    ['other code', { mode: 'ts' }, true, null],
    ['runnable code where it can’t be run', { mode: 'ts', runnable: true }, false, null],
  ])('%s', (_name, attributes, canRun, mark) => {
    const html = renderHtml(doc(node('codeBlock', attributes, 'a')), { canRun });
    expect(/data-run="[^"]*"/.exec(html)?.[0] ?? null).toBe(mark);
  });

  test.each<[string, unknown]>([
    ['nothing', null],
    ['another kind of drawing', { of: 3, markup: ['math', {}] }],
    ['runs of fewer lines', { code: ['12k'] }],
    ['runs of more lines', { code: [...codeRendering.code, ''] }],
    ['no list', { code: 'const' }],
  ])('rendered as %s is plain', (_name, rendering) => {
    expect(render(rendering)).toContain(plain);
  });

  test.each<[string, unknown]>([
    ['too short', '5k'],
    ['too long', '50k'],
    ['beyond numbers', '9999999999999999999k'],
    ['empty again and again', '0k'.repeat(100_000)],
    ['words', 'const'],
    ['a list', ['12k']],
    ['a number', 12],
  ])('is plain in a line whose runs are %s, and only there', (_name, runs) => {
    const html = render({ code: [runs, '', '3k2 '] });
    expect(html).toContain('<code class="language-ts"><span>const a = 1;\n</span>');
    expect(html).toContain('<span class="k">let</span> b');
  });

  test.each(['"><script>', 'K', '\u0000', '1', '__proto__'])('leaves out an invalid class: %s', (kind) => {
    expect(render({ code: [`12${kind}`, '', '5 '] })).not.toMatch(/<span class="(?!code__lang)/u);
  });

  test('is safe with a name that isn’t text, or is markup', () => {
    expect(render({ ...codeRendering, name: ['x'] })).toContain('<span class="code__lang">TypeScript</span>');
    expect(render({ ...codeRendering, name: '<script>' })).toContain('<span class="code__lang">&lt;script&gt;</span>');
  });
});

describe('formulas and diagrams @DOC-03', () => {
  test('a formula is MathML with its TeX as its text; a rendering of another source is ignored', () => {
    const block = doc(node('math', {}, 'a^2'));
    const markup = ['math', { display: 'block' }, ['msup', {}, ['mi', {}, 'a'], ['mn', {}, '2']]];
    expect(renderHtml(block, { renderings: [[{ of: 3, markup }]] })).toBe(
      '<div class="math" translate="no"><math display="block" alttext="a^2"><msup><mi>a</mi><mn>2</mn></msup></math></div>',
    );
    expect(renderHtml(block, { renderings: [[{ of: 4, markup }]] })).toBe(
      '<div class="math" translate="no"><code class="language-tex">a^2</code></div>',
    );
    expect(renderHtml(block, { renderings: [[{ of: 3, markup: svg() }]] })).toContain('<code class="language-tex">');
  });

  test('a diagram is SVG with a label; without a rendering its source is shown', () => {
    const block = doc(node('mermaid', {}, 'graph TD'));
    const rendering = { of: 8, label: 'Flowchart: "A"', markup: svg(['rect', { x: '1', fill: 'var(--dia-node)' }]) };
    expect(renderHtml(block, { renderings: [[rendering]] })).toBe(
      '<figure class="fig dia"><svg role="img" aria-label="Flowchart: &quot;A&quot;"><rect x="1" fill="var(--dia-node)"></rect></svg></figure>',
    );
    expect(renderHtml(block)).toContain('<pre class="mermaid" tabindex="0" translate="no">graph TD</pre>');
  });

  test('a pasted rendered formula becomes the formula again', () => {
    const markup = ['math', {}, ['mi', {}, 'a']];
    const read = fromHtml(renderHtml(doc(node('math', {}, '\\alpha')), { renderings: [[{ of: 6, markup }]] }), 'lesson');
    expect(read.ok && read.document.content).toMatchObject([{ type: 'math', content: [{ text: '\\alpha' }] }]);
  });
});

test('each node gets its own rendering, at any depth @DOC-03', () => {
  const document = normalized(
    doc(
      p('x'),
      node('panel', {}, node('codeBlock', { mode: 'js' }, 'a'), node('blockquote', {}, node('math', {}, 'b'), node('mermaid', {}, 'c'))),
      node(
        'table',
        {},
        node('tableRow', {}, node('tableHeader', {}, node('codeBlock', {}, 'd')), node('tableCell', {}, p(text('e', 'formula')))),
      ),
      node('codeBlock', {}, 'f'),
    ),
  );
  const drawables = drawablesOf(document);
  expect(drawables.map((block) => block.map(({ source }) => source).join(''))).toEqual(['', 'abc', 'de', 'f']);
  const renderings = drawables.map((block) =>
    block.map(({ type, source }): Rendering => {
      if (type === 'codeBlock') return { code: [`1${source}`], name: '' };
      return {
        of: 1,
        markup: type === 'math' || type === 'formula' ? ['math', {}, ['mi', {}, source]] : ['svg', {}, ['text', {}, source]],
      };
    }),
  );
  const html = renderHtml(document, { renderings });
  for (const word of ['a', 'd', 'f']) expect(html).toContain(`<span class="${word}">${word}</span>`);
  for (const word of ['b', 'e']) expect(html).toContain(`<mi>${word}</mi>`);
  expect(html).toContain('<text>c</text>');
});

describe('hostile renderings @DOC-02', () => {
  let deep: unknown = 'x';
  for (let level = 0; level < 5000; level += 1) deep = ['g', {}, deep];
  const round: unknown[] = ['svg', {}];
  round.push(round, round);

  const hostile: [string, unknown][] = [
    ['a script', svg(['script', {}, 'alert(1)'])],
    ['a script in a group', svg(['g', {}, ['script', { href: 'data:,alert(1)' }]])],
    ['foreign content', svg(['foreignObject', {}, ['iframe', { srcdoc: '<script>alert(1)</script>' }]])],
    ['a style', svg(['style', {}, '@import url(//evil.example)'])],
    ['a link', svg(['a', { href: 'javascript:alert(1)' }, ['text', {}, 'x']])],
    ['an image', svg(['image', { href: '//evil.example/x' }])],
    ['a use', svg(['use', { href: '//evil.example/#x', 'xlink:href': '//evil.example/#x' }])],
    [
      'animation',
      svg(['animate', { attributeName: 'href', values: 'javascript:alert(1)' }], ['set', { attributeName: 'onload', to: 'x' }]),
    ],
    ['a title', svg(['title', {}, '<img src=x onerror=alert(1)>'])],
    ['a handler', ['svg', { onload: 'alert(1)' }, ['rect', { onclick: 'alert(1)', OnClick: 'alert(1)' }]]],
    ['a name that ends the tag', ['svg', { 'x><script>alert(1)</script': '1', 'onload=alert(1) x': '' }]],
    ['a tag with attributes', svg(['rect onload=alert(1)', {}], ['rect><script', {}])],
    ['an address in a fill', svg(['rect', { fill: 'url(//evil.example)', stroke: 'URL(#x)', d: 'url(javascript:alert(1))' }])],
    ['an address in a marker', svg(['line', { 'marker-end': 'url(//evil.example#dia-x)', 'marker-start': 'url(#x)' }])],
    ['the id of something else', svg(['marker', { id: 'main' }], ['g', { id: 'dia-x" onload="alert(1)' }])],
    ['style with an address', svg(['g', { style: 'color:red;background:url(//evil.example)' }])],
    ['style that covers the page', svg(['g', { style: 'position:fixed;inset:0' }], ['g', { style: 'width:1px;position:fixed' }])],
    ['style with an escape', svg(['g', { style: 'width:\\75rl(//evil.example)' }])],
    ['a quote in a value', svg(['rect', { x: '1" onload="alert(1)', class: 'x"><script>' }])],
    [
      'a link in MathML',
      ['math', { href: 'javascript:alert(1)' }, ['mrow', { href: 'javascript:alert(1)', 'xlink:href': 'javascript:alert(1)' }]],
    ],
    ['HTML in MathML', ['math', {}, ['mtext', {}, ['img', { src: 'x', onerror: 'alert(1)' }]]]],
    ['an annotation', ['math', {}, ['semantics', {}, ['annotation-xml', { encoding: 'text/html' }, ['script', {}, 'alert(1)']]]]],
    ['an action', ['math', {}, ['maction', { actiontype: 'statusline#javascript:alert(1)' }, ['mi', {}, 'x']]]],
    ['a glyph with a style', ['math', {}, ['mtext', {}, ['mglyph', {}, ['style', {}, '<img src=x onerror=alert(1)>']]]]],
    ['SVG in MathML', ['math', {}, ['mtext', {}, svg(['g', {}])]]],
    ['MathML in SVG', svg(['math', {}, ['mi', {}, 'x']])],
    ['text as markup', ['svg', {}, '<script>alert(1)</script>']],
    ['values that are no text', ['svg', { width: { toString: 'x' }, height: ['1'], viewBox: null, x: 1 }]],
    ['attributes as a list', ['svg', ['onload', 'alert(1)']]],
    ['attributes of a prototype', ['svg', JSON.parse('{"__proto__":{"onload":"x"},"constructor":"x","toString":"y"}')]],
    ['a tag of a prototype', svg(['constructor', {}], ['__proto__', {}], [{}, {}], [null])],
    ['another root', ['script', {}, 'alert(1)']],
    ['no list', '<svg onload=alert(1)>'],
    ['nothing', []],
    ['five thousand levels', svg(deep)],
    ['itself', round],
    ['a million elements', svg(...Array.from({ length: 30_000 }, () => ['g', {}]))],
  ];

  test.each(hostile)('%s @DOC-02', (_name, markup) => {
    const started = process.cpuUsage();
    const block = doc(node('mermaid', {}, 'x'), node('math', {}, 'x'));
    const html = renderHtml(block, { siteOrigin, renderings: [[{ of: 1, markup, label: '<script>"onload=x' }], [{ of: 1, markup }]] });
    expect(activeIn(html)).toEqual([]);
    expect(process.cpuUsage(started).user).toBeLessThan(500_000);
  });

  test.each<[string, unknown]>([
    ['text', 'x'],
    ['an object', { 0: [codeRendering] }],
    ['a list of texts', ['x', 'y']],
    ['lists of texts', [['x'], ['y']]],
    ['lists of lists', [[[]]]],
    ['nulls', [null, [null]]],
  ])('renderings that are %s are ignored', (_name, renderings) => {
    expect(renderHtml(doc(code), { renderings })).toBe(renderHtml(doc(code)));
  });

  test('the check finds active content (control)', () => {
    for (const html of [
      '<svg><script>1</script></svg>',
      '<svg onload="x"></svg>',
      '<svg><rect fill="url(//x)"></rect></svg>',
      '<svg><g style="position:fixed"></g></svg>',
      '<svg><a href="#x">y</a></svg>',
      '<math><mi href="x">y</mi></math>',
    ])
      expect(activeIn(html)).not.toEqual([]);
    expect(activeIn('<svg viewBox="0 0 1 1"><rect fill="#fff" marker-end="url(#dia-a)"></rect></svg>')).toEqual([]);
  });
});

type HtmlNode = DefaultTreeAdapterMap['node'];

/** Returns everything in the HTML that a browser would interpret as more than a plain shape, letter or number. */
function activeIn(html: string): string[] {
  const problems: string[] = [];
  const visit = (node: HtmlNode) => {
    if ('tagName' in node) {
      if (!/^(?:figure|pre|div|code|svg|g|rect|text|line|marker|math|mrow|mtext|mi|mn)$/u.test(node.tagName)) problems.push(node.tagName);
      for (const { name, value } of node.attrs) {
        const isKnown =
          /^(?:class|tabindex|role|aria-label|alttext|viewBox|width|height|x|fill|stroke|marker-end|id|style|translate)$/u.test(name);
        const isReference =
          /url|javascript|evil|position|inset/iu.test(value) && !/^url\(#dia-\w+\)$/u.test(value) && name !== 'aria-label';
        if (!isKnown || isReference || (name === 'id' && !/^dia-\w+$/u.test(value))) problems.push(`${name}=${value}`);
      }
    }
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parseFragment(html));
  return problems;
}
