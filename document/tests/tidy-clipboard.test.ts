import { describe, expect, test } from 'vitest';
import { fromHtml } from '../src/from-html.ts';
import { toMarkdown } from '../src/markdown.ts';
import { cpuMs, slowness } from './cpu-time.ts';

const read = (html: string) => {
  let lostImages = 0;
  const validation = fromHtml(html, 'lesson', { onLostImage: () => (lostImages += 1) });
  if (!validation.ok) throw new Error(JSON.stringify(validation.errors));
  return { markdown: toMarkdown(validation.document), lostImages };
};
const markdownOf = (html: string) => read(html).markdown;

/** A list item's paragraph as Word writes it. */
const wordItem = (list: string, level: number, mark: string, words: string) =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:${list} level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>\n`;

describe('a clipboard from Word @EDIT-09', () => {
  test('has its lists, numbered, nested and side by side', () => {
    const html = [
      wordItem('l0', 1, '·', 'First'),
      wordItem('l0', 2, 'o', 'Nested <b>one</b>'),
      wordItem('l0', 3, '1)', 'Deep'),
      wordItem('l0', 1, '·', 'Second'),
      wordItem('l1', 1, '3.', 'Step three'),
      wordItem('l1', 2, 'a)', 'Part'),
      wordItem('l1', 1, '4.', 'Step four'),
      '<p class=MsoNormal>Words</p>',
      wordItem('l2', 2, 'o', 'Only deep'),
    ].join('');
    expect(markdownOf(html)).toBe(
      '- First\n  - Nested **one**\n    1. Deep\n- Second\n\n3. Step three\n   1. Part\n4. Step four\n\nWords\n\n1. ::paragraph\n\n   - Only deep'.replace(
        '1. ::paragraph\n\n   - Only deep',
        '- ::paragraph\n\n  - Only deep',
      ),
    );
  });

  test('has its title, no empty lines, and says which images it lost', () => {
    const html =
      '<p class=MsoTitle>Title<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>x<sup>2</sup>, H<sub>2</sub>O</p><p class=MsoNormal><img width=9 src="file:///C:/x/clip_image002.png"></p><p><img src="https://example.org/a.png" alt="A"></p><p>Note<a href="#_ftn1"><span>[1]</span></a></p>';
    expect(read(html)).toEqual({
      markdown: '# Title\n\nx<sup>2</sup>, H<sub>2</sub>O\n\n![A](https://example.org/a.png)\n\nNote\\[1\\]',
      lostImages: 1,
    });
  });
});

describe('formulas @EDIT-09', () => {
  const math = (inner: string, attributes = '') => `<math xmlns="http://www.w3.org/1998/Math/MathML" ${attributes}>${inner}</math>`;
  const annotated = (tex: string, attributes = '') =>
    math(`<semantics><mrow><mi>no</mi></mrow><annotation encoding="application/x-tex">${tex}</annotation></semantics>`, attributes);

  test.each<[string, string, string]>([
    [
      'KaTeX and ChatGPT',
      `<p>Euler <span class="katex"><span class="katex-mathml">${annotated('e^x')}</span><span class="katex-html" aria-hidden="true">ex</span></span> holds.</p><span class="katex-display"><span class="katex"><span class="katex-mathml">${annotated('\\sum a', 'display="block"')}</span><span class="katex-html">∑a</span></span></span>`,
      'Euler $e^x$ holds.\n\n$$\n\\sum a\n$$',
    ],
    [
      'MathJax',
      `<p>A <mjx-container jax="CHTML"><mjx-math>b</mjx-math><mjx-assistive-mml>${math('<msup><mi>b</mi><mn>2</mn></msup>')}</mjx-assistive-mml></mjx-container></p><mjx-container display="true"><mjx-assistive-mml>${math('<mfrac><mn>1</mn><mi>π</mi></mfrac>', 'display="block"')}</mjx-assistive-mml></mjx-container>`,
      'A $b^2$\n\n$$\n\\frac1{\\pi}\n$$',
    ],
    [
      'Wikipedia',
      `<p>So <span class="mwe-math-element"><span class="mwe-math-mathml-inline" style="display: none;">${annotated('{\\displaystyle E=mc^{2}}', 'alttext="no"')}</span><img src="https://example.org/x.svg" class="mwe-math-fallback-image-inline"></span><span class="mw-editsection">[edit]</span></p>`,
      'So $E=mc^{2}$',
    ],
    [
      'MathML alone',
      `<p>${math('<mrow><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></munderover><msqrt><msub><mi>x</mi><mi>i</mi></msub></msqrt></mrow>')}</p>`,
      '$\\sum_{i = 0}^n \\sqrt{x_i}$',
    ],
  ])('from %s become TeX', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });

  test.each([
    ['rows', `<math>${'<mrow>'.repeat(50_000)}<mi>x</mi>`],
    ['roots', `<math>${'<msqrt>'.repeat(500)}<mi>x</mi>`],
    ['fractions side by side', `<math>${'<mfrac><mn>1</mn><mi>x</mi></mfrac>'.repeat(10_000)}</math>`],
    ['spans in a fixed-width font', `<p>${'<span style="font-family:monospace">'.repeat(90_000)}x`],
    ['items of Word', wordItem('l0', 9, '1.', 'x').repeat(4000)],
    ['items in items', `${'<ul><li><p><label>'.repeat(10_000)}<input type=checkbox>x`],
    ['boxes of code', `${'<div class="language-js code-toolbar">'.repeat(10_000)}<pre>x`],
    ['boxes of code side by side', '<div class="language-js"><pre><code>x</code></pre></div>'.repeat(10_000)],
    ['tables in tables', '<table><tr><td><b>x'.repeat(10_000)],
    ['lists of Word for the web', '<ul><li data-aria-level="9">x</li></ul>'.repeat(10_000)],
    ['drawings of MathJax', '<mjx-container><svg>'.repeat(5000)],
    ['MathML as text', '<span class="MathJax" data-mathml="<math><mi>x</mi></math><b>">x</span>'.repeat(10_000)],
    ['admonitions', '<div class="admonition note"><p class="admonition-title">'.repeat(10_000)],
    ['links and asides', `${'<aside>💡<a href="#x">'.repeat(10_000)}x`],
  ])('from hostile %s are read within two seconds of CPU time', (_name, html) => {
    expect(cpuMs(() => fromHtml(html, 'lesson'))).toBeLessThan(2000 * slowness());
  });
});

describe('task lists, callouts, code and links @EDIT-09', () => {
  test.each<[string, string, string]>([
    [
      'GitHub',
      '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" checked=""> done</li><li><label><input type="checkbox"> open</label></li></ul><p>Ref<sup><a href="#fn-1">1</a></sup></p><ol><li>Note <a href="#x" data-footnote-backref="">↩</a></li></ol>',
      '- [x] done\n- [ ] open\n\nRef<sup>1</sup>\n\n1. Note',
    ],
    [
      'Google Docs',
      '<b style="font-weight:normal;" id="docs-internal-guid-1"><ul><li dir="ltr" role="checkbox" aria-checked="true"><img src="data:image/png;base64,iVBORw0KGgo=" alt="checked" role="presentation"/><p><span>done task</span></p></li></ul><p><span>Run </span><span style="font-family:\'Courier New\',monospace;">npm i</span></p><p><span style="font-family:\'Roboto Mono\',monospace;">const a = 1;</span></p><p><span style="font-family:\'Roboto Mono\',monospace;">&nbsp;&nbsp;b();</span></p><ol><ol><li>x</li></ol></ol><p>H<span style="font-size:0.6em;vertical-align:sub;">2</span>O <a href="https://www.google.com/url?q=https://example.com/a%3Fb&sa=D">link</a></p></b>',
      '- [x] done task\n\nRun `npm i`\n\n```\nconst a = 1;\n  b();\n```\n\n1. x\n\nH<sub>2</sub>O [link](https://example.com/a?b)',
    ],
    [
      'Notion',
      '<ul><li>[ ]  todo</li><li>[x]  done</li></ul><aside>\n💡 A callout\n\n</aside><aside>🦊 Own sign</aside><aside>No sign</aside>',
      '- [ ] todo\n- [x] done\n\n:::panel{type=tip}\nA callout\n:::\n\n:::panel\n🦊 Own sign\n:::\n\nNo sign',
    ],
    [
      'a file at GitHub',
      '<table class="js-file-line-container"><tbody><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code"><span>let</span> a;</td></tr><tr><td class="blob-num">2</td><td class="blob-code">  b();</td></tr></tbody></table>',
      '```\nlet a;\n  b();\n```',
    ],
    [
      'Rouge',
      '<table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">1\n2</pre></td><td class="rouge-code"><pre>a\nb\n</pre></td></tr></tbody></table>',
      '```\na\nb\n```',
    ],
  ])('from %s', (_name, html, markdown) => {
    expect(read(html)).toEqual({ markdown, lostImages: 0 });
  });

  test('TeX between dollar signs is a formula, except in code; amounts of money are text', () => {
    expect(markdownOf('<p>So $e^x$, $\\frac12$ for $5 and $n$. <code>$a_1$</code></p>')).toBe(
      'So $e^x$, $\\frac12$ for \\$5 and \\$n\\$. `$a_1$`',
    );
    expect(markdownOf('<pre>$a_1$</pre>')).toBe('```\n$a_1$\n```');
  });

  test('underlines are kept, except in links', () => {
    const link = '<a href="https://example.com/"><span><u>b</u><span style="text-decoration:underline">c</span></span></a>';
    expect(markdownOf(`<p><u>a</u> ${link} <span style="text-decoration: underline;">d</span></p>`)).toBe(
      '<u>a</u> [bc](https://example.com/) <u>d</u>',
    );
  });

  test('our own HTML is read unchanged', () => {
    expect(markdownOf('<article data-document=""><p><a href="#x">[ ] a</a></p></article>')).toBe('[\\[ \\] a](#x)');
  });
});
