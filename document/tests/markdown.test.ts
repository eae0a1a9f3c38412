import { describe, expect, test } from 'vitest';
import type { DocumentNode } from '../src/document-node.ts';
import { fromMarkdown, toMarkdown } from '../src/markdown.ts';
import { doc, link, node, normalized, p, text, withoutIds } from './builders.ts';

function read(markdown: string, kind: 'lesson' | 'comment' = 'lesson'): DocumentNode {
  const validation = fromMarkdown(markdown, kind);
  if (!validation.ok) throw new Error(JSON.stringify(validation.errors));
  return withoutIds(validation.document);
}

const li = (...children: readonly DocumentNode[]) => node('listItem', {}, ...children);
const cell = (words: string, align: string | null = null) => node('tableCell', { align }, p(words));
const head = (words: string, align: string | null = null) => node('tableHeader', { align }, p(words));

const examples: readonly (readonly [name: string, document: DocumentNode, markdown: string])[] = [
  ['paragraphs', doc(p('One.'), p('Two.')), 'One.\n\nTwo.'],
  ['an aligned paragraph', doc(node('paragraph', { align: 'center', indent: 2 }, 'x')), '{: align=center indent=2}\nx'],
  ['an empty paragraph', doc(p('a'), p(), p('b')), 'a\n\n::paragraph\n\nb'],
  ['headings', doc(node('heading', { level: 1 }, 'A'), node('heading', { level: 6 }, 'B #')), '# A\n\n###### B \\#'],
  [
    'marks',
    doc(p('a ', text('b', 'bold'), ' ', text('i', 'italic'), ' ', text('c', 'code'), ' ', text('l', link('/books')))),
    'a **b** _i_ `c` [l](/books)',
  ],
  ['marks in marks', doc(p(text('a ', 'bold'), text('b', 'bold', 'italic'))), '**a _b_**'],
  ['marks within a word', doc(p('un', text('frozen', 'italic'), 's')), 'u&#110;_frozen_&#115;'],
  ['spaces inside marks', doc(p('a', text(' b ', 'bold'), 'c')), '&#97;**&#32;b&#32;**&#99;'],
  ['a hard break', doc(p('a', node('hardBreak'), 'b')), 'a\\\nb'],
  ['words that look like Markdown', doc(p('# 1. *x* <b> &amp; snake_case [y]')), '\\# 1. \\*x\\* \\<b> \\&amp; snake_case \\[y\\]'],
  ['a number that is no list', doc(p('1. x')), '1\\. x'],
  [
    'lists',
    doc(node('bulletList', {}, li(p('a'), node('orderedList', {}, li(p('b')), li(p('c')))), li(p('d')))),
    '- a\n  1. b\n  2. c\n- d',
  ],
  ['a numbered list that starts at 9', doc(node('orderedList', { start: 9 }, li(p('a')), li(p('b')))), '9. a\n10. b'],
  ['two lists in a row', doc(node('bulletList', {}, li(p('a'))), node('bulletList', {}, li(p('b')))), '- a\n\n* b'],
  ['a quotation', doc(node('blockquote', {}, p('a'), p('b'))), '> a\n>\n> b'],
  ['a rule', doc(p('a'), node('horizontalRule')), 'a\n\n---'],
  ['a callout', doc(node('panel', { panelType: 'tip' }, p('x'))), ':::panel{type=tip}\nx\n:::'],
  [
    'a callout in a callout',
    doc(node('panel', {}, node('panel', { panelType: 'error', panelPosition: 'wrap-left' }, p('x')))),
    '::::panel\n:::panel{type=error position=wrap-left}\nx\n:::\n::::',
  ],
  ['a summary', doc(node('summary', {}, p('x'))), ':::summary\nx\n:::'],
  [
    'an exercise',
    doc(node('exercise', {}, p('x'), node('exercisePart', {}, p('y')), node('exercisePart', { partType: 'tests' }, p('z')))),
    '::::exercise\nx\n\n:::part\ny\n:::\n\n:::part{type=tests}\nz\n:::\n::::',
  ],
  ['the paywall marker', doc(p('a'), node('paywallThreshold'), p('b')), 'a\n\n::paywall\n\nb'],
  ['an image', doc(node('image', { src: '/a.png', alt: 'A [b]', title: 'T "x"' })), String.raw`![A \[b\]](/a.png "T \"x\"")`],
  ['an image that is a link', doc(node('image', { src: '/a.png', href: '/b' })), '[![](/a.png)](/b)'],
  ['a wide image', doc(node('image', { src: '/a.png', imagePosition: 'wide', width: 640 })), '{: position=wide width=640}\n![](/a.png)'],
  [
    'an image with a caption',
    doc(node('image', { src: '/a.png', imagePosition: 'hang' }, 'The ', text('plan', 'bold'))),
    ':::figure{position=hang}\n![](/a.png)\n\nThe **plan**\n:::',
  ],
  [
    'runnable code',
    doc(node('codeBlock', { mode: 'js', runnable: true, displayName: 'a.js' }, 'a')),
    '```js runnable displayName=a.js\na\n```',
  ],
  [
    'the seed of runnable SQL',
    doc(node('codeBlock', { mode: 'sql', runnable: true, displayName: 'seed.sql' }, 'select 1;')),
    '```sql runnable displayName=seed.sql\nselect 1;\n```',
  ],
  ['runnable lines', doc(node('codeBlock', { mode: 'tsx', highlightLines: '1', runnable: true }, 'a')), '```tsx {1} runnable\na\n```'],
  ['runnable code without a language', doc(node('codeBlock', { runnable: true }, 'a')), '```runnable=true\na\n```'],
  [
    'code',
    doc(node('codeBlock', { mode: 'ts', highlightLines: '2,4-6', displayName: 'src/area.ts', startLine: 14 }, 'a\n\n  b')),
    '```ts {2,4-6} displayName=src/area.ts startLine=14\na\n\n  b\n```',
  ],
  [
    'marks that Markdown writes as tags',
    doc(
      p(
        'H',
        text('2', 'subscript'),
        'O, x',
        text('2', 'superscript'),
        ', ',
        text('Esc', 'keyboard'),
        ' ',
        text('new', 'highlight', 'bold'),
        ' ',
        text('line', 'underline'),
      ),
    ),
    'H<sub>2</sub>O, x<sup>2</sup>, <kbd>Esc</kbd> **<mark>new</mark>** <u>line</u>',
  ],
  ['crossed out text, and tildes', doc(p(text('old', 'strikethrough'), ' ~ a~b ~~c~~ ~')), '~~old~~ ~ a~b \\~\\~c\\~\\~ ~'],
  [
    'formulas within a line',
    doc(
      p('The ', text('n', 'formula'), 'th of ', text('\\frac{1}{n}', 'formula', 'bold'), ', ', text('a|b', 'formula', link('/books')), '.'),
    ),
    'The $n$th of **$\\frac{1}{n}$**, [$a|b$](/books).',
  ],
  [
    'formulas beside letters, and with dollar signs or spaces',
    doc(p('x', text('y', 'formula'), '2 ', text('a $ b', 'formula'), ' ', text(' c ', 'formula'), '$', text('d', 'formula'))),
    'x{:}$y${:}2 $`a $ b`$ $`  c  `$${:}$d$',
  ],
  ['amounts of money', doc(p('US$5, $5 and $6, or $7/$8, $HOME/$USER')), 'US$5, $5 and $6, or $7/$8, $HOME/$USER'],
  ['dollar signs that would be a formula', doc(p('From $a to b$ and $5')), 'From \\$a to b\\$ and \\$5'],
  ['tags that are text', doc(p('<sub>a</sub>')), '\\<sub>a\\</sub>'],
  [
    'tasks',
    doc(
      node(
        'bulletList',
        {},
        node('listItem', { checked: true }, p('done')),
        node('listItem', { checked: false }, p('open'), node('bulletList', {}, node('listItem', { checked: true }, p(text('in', 'bold'))))),
        node('listItem', { checked: false }, p()),
        li(p('[x] no task')),
      ),
    ),
    '- [x] done\n- [ ] open\n  - [x] **in**\n- [ ] {:}\n- \\[x\\] no task',
  ],
  ['code with a fence in it', doc(node('codeBlock', { mode: 'md' }, '```\nx\n```')), '````md\n```\nx\n```\n````'],
  ['code in the language of another node', doc(node('codeBlock', { mode: 'mermaid' }, 'a')), '```mermaid block=code\na\n```'],
  [
    'remote code',
    doc(
      node(
        'remoteCodeBlock',
        {},
        node('remoteCodeHeader', { filepath: 'a.ts' }),
        node('codeBlock', { mode: 'ts', locality: 'remote' }, 'x'),
      ),
    ),
    ':::remote\n::source{filepath=a.ts}\n\n```ts locality=remote\nx\n```\n:::',
  ],
  [
    'a table',
    doc(node('table', {}, node('tableRow', {}, head('a'), head('b', 'right')), node('tableRow', {}, cell('c | d'), cell('1', 'right')))),
    '| a | b |\n| --- | --: |\n| c \\| d | 1 |',
  ],
  [
    'a table with spans',
    doc(node('table', {}, node('tableRow', {}, node('tableCell', { colspan: 2 }, p('a'), p('b'))))),
    ':::::table\n::::row\n:::cell{colspan=2}\na\n\nb\n:::\n::::\n:::::',
  ],
  ['a formula', doc(node('math', {}, 'a^2')), '$$\na^2\n$$'],
  ['a diagram', doc(node('mermaid', {}, 'graph TD')), '```mermaid\ngraph TD\n```'],
  [
    'an embed',
    doc(node('embed', { url: 'https://example.org/1', embedPosition: 'hang' })),
    '::embed{position=hang url=https://example.org/1}',
  ],
  ['a frame', doc(node('iframeEmbed', { src: 'https://example.org/?a=1' })), '::iframe{src=https://example.org/?a=1}'],
  [
    'an editor',
    doc(node('ideEmbed', { src: 'https://example.org/', title: 'Two words' })),
    '::ide{src=https://example.org/ title="Two words"}',
  ],
  ['a repository link', doc(node('protectedRepositoryLink')), '::repository'],
  [
    'a component',
    doc(node('mdx', { component: 'Steps', properties: { title: 'Go' } }, p('x'))),
    ':::mdx{component=Steps properties="{\\"title\\":\\"Go\\"}"}\nx\n:::',
  ],
];

describe('each node in Markdown and back @DOC-02', () => {
  test.each(examples)('%s', (_name, document, markdown) => {
    const expected = withoutIds(normalized(document));
    expect(toMarkdown(normalized(document))).toBe(markdown);
    expect(read(markdown)).toEqual(expected);
  });

  test('an empty document is empty text', () => {
    expect(toMarkdown(normalized(doc(p())))).toBe('');
    expect(read('')).toEqual(withoutIds(normalized(doc(p()))));
  });

  test('IDs are written only on request', () => {
    const document = normalized(doc(node('paragraph', { id: 'abcde' }, 'x'), node('horizontalRule', { id: 'fghij' })));
    expect(toMarkdown(document)).toBe('x\n\n---');
    expect(toMarkdown(document, { hasIds: true })).toBe('{: id=abcde}\nx\n\n{: id=fghij}\n---');
  });
});

describe('Markdown as people write it @DOC-02', () => {
  const expected = (...blocks: readonly DocumentNode[]) => withoutIds(normalized(doc(...blocks)));

  test('raw HTML is text', () => expect(read('<b>x</b>')).toEqual(expected(p('<b>x</b>'))));
  test('tags of marks without a partner are text, also across many of them', () => {
    expect(read('a</sub> <sub>b <kbd>c</kbd>')).toEqual(expected(p('a</sub> <sub>b ', text('c', 'keyboard'))));
    expect(read('<sub>[a</sub>](/books)')).toEqual(expected(p(text('a', link('/books'), 'subscript'))));
    expect(read('`<sub>` a</sub>')).toEqual(expected(p(text('<sub>', 'code'), ' a</sub>')));
    const many = '<sub>'.repeat(2000);
    expect(read(many)).toEqual(expected(p(many)));
  });
  test('a comment has no highlights and no subscript', () => {
    expect(read('<mark>a</mark> H<sub>2</sub>O ~~b~~ <kbd>c</kbd>', 'comment')).toEqual(
      expected(p('<mark>a</mark> H<sub>2</sub>O ', text('b', 'strikethrough'), ' ', text('c', 'keyboard'))),
    );
  });
  test('other notations for the same', () => {
    expect(read('*a* __b__\n***\n+ c')).toEqual(
      expected(p(text('a', 'italic'), ' ', text('b', 'bold')), node('horizontalRule'), node('bulletList', {}, li(p('c')))),
    );
    expect(read('Title\n===')).toEqual(expected(node('heading', { level: 1 }, 'Title')));
    expect(read('one\ntwo  \nthree')).toEqual(expected(p('one two', node('hardBreak'), 'three')));
    expect(read('$$ x $$')).toEqual(expected(node('math', {}, 'x')));
    expect(read('[a][1]\n\n[1]: /books')).toEqual(expected(p(text('a', link('/books')))));
    expect(read('<https://example.org/>')).toEqual(expected(p(text('https://example.org/', link('https://example.org/')))));
  });
  test('an image within text is placed between two paragraphs', () => {
    expect(read('before ![a](/a.png) after')).toEqual(expected(p('before'), node('image', { src: '/a.png', alt: 'a' }), p('after')));
    expect(read('# H ![a](/a.png)')).toEqual(expected(node('heading', { level: 1 }, 'H a')));
    expect(read('- ![a](/a.png)')).toEqual(expected(node('bulletList', {}, li(p(), node('image', { src: '/a.png', alt: 'a' })))));
  });
  test('unknown or incomplete syntax stays text', () => {
    expect(read(':::nobody\nx')).toEqual(expected(p(':::nobody x')));
    expect(read('::iframe')).toEqual(expected(p('::iframe')));
    expect(read('[x](javascript:y)')).toEqual(expected(p('[x](javascript:y)')));
  });
  test('a second paywall marker and one inside a callout are dropped', () => {
    expect(read('::paywall\n\n:::panel\n::paywall\n\nx\n:::\n\n::paywall')).toEqual(
      expected(node('paywallThreshold'), node('panel', {}, p('x'))),
    );
  });
  test('an unclosed callout ends with the text', () => expect(read(':::panel\nx')).toEqual(expected(node('panel', {}, p('x')))));
  test('the fenced code of an author-only node is code in a comment', () => {
    expect(read('```mermaid\nx\n```', 'comment')).toEqual(expected(node('codeBlock', { mode: 'mermaid' }, 'x')));
  });
  test('a comment has no tables, frames or markers', () => {
    expect(read('::paywall\n\n::iframe{src=https://a.b}\n\n|a|\n|-|', 'comment').content?.map(({ type }) => type)).toEqual([
      'paragraph',
      'paragraph',
      'paragraph',
    ]);
  });
  test('nesting that is too deep is refused, with the reason', () => {
    const validation = fromMarkdown(`${'> '.repeat(40)}x`, 'lesson');
    expect(validation.ok ? [] : validation.errors[0]?.expected).toBe('at most 32 levels of nodes');
  });
});

test('a paragraph with more characters than a call can have arguments is written and read again @DOC-01', () => {
  const text = 'a*b _c '.repeat(60_000).trim();
  const document = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
  const again = fromMarkdown(toMarkdown(document), 'lesson');
  expect(again).toMatchObject({ ok: true });
  expect(again.ok && again.document.content?.[0]?.content?.map((node) => node.text ?? '').join('')).toBe(text);
});
