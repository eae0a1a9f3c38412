import { describe, expect, test } from 'vitest';
import { charactersOf, viewOfDocument } from '../src/annotations/anchor-view.ts';
import type { DocumentNode, Json } from '../src/document-node.ts';
import { captionsOf, deadAnchorsIn, withOwnNumbers } from '../src/follow-numbers.ts';
import { fromHtml } from '../src/from-html.ts';
import { renderHtml } from '../src/html.ts';
import { fromMarkdown, toMarkdown } from '../src/markdown.ts';
import { outlineOf } from '../src/outline.ts';
import { toText } from '../src/text.ts';
import { toHtml } from '../src/to-html.ts';
import { validateDocument } from '../src/validate.ts';
import { doc, link, node, normalized, p, text, withoutIds } from './builders.ts';

const code = (words: string) => node('codeBlock', { mode: 'ts' }, words);
const table = node('table', {}, node('tableRow', {}, node('tableHeader', {}, p('Unit'))));
const captioned = (block: DocumentNode, words: string, attrs: Record<string, Json> = {}) =>
  node('captioned', attrs, block, node('caption', {}, ...(words === '' ? [] : [words])));

function labels(document: DocumentNode): string[] {
  return captionsOf(normalized(document)).map(({ label }) => label);
}

function read(markdown: string): DocumentNode {
  const validation = fromMarkdown(markdown, 'lesson');
  if (!validation.ok) throw new Error(JSON.stringify(validation.errors));
  return validation.document;
}

describe('numbers @DOC-01 @BRING-02', () => {
  test('each kind is counted in reading order, also in boxes', () => {
    const shown = captioned(node('mermaid', {}, 'graph LR'), 'Parts');
    const image = node('image', { src: '/a.png', isNumbered: true }, 'A plan');
    const box = node('panel', {}, captioned(code('b'), 'In a box'));
    expect(labels(doc(captioned(code('a'), 'First'), captioned(table, 'Units'), box, shown, image, captioned(code('c'), '')))).toEqual([
      'Listing 1',
      'Table 1',
      'Listing 2',
      'Figure 1',
      'Figure 2',
      'Listing 3',
    ]);
  });

  test('the next one counts on from a number of its own, and one without a number isn’t counted', () => {
    const attrs = [{ number: '3-1' }, {}, { isNumbered: false }, { number: 'A.9' }, {}];
    expect(labels(doc(...attrs.map((own) => captioned(code('a'), 'x', own))))).toEqual([
      'Listing 3-1',
      'Listing 3-2',
      '',
      'Listing A.9',
      'Listing A.10',
    ]);
  });

  test('an image is only numbered on request, and then has an anchor', () => {
    const html = renderHtml(
      normalized(doc(node('image', { src: '/a.png' }, 'One'), node('image', { src: '/b.png', isNumbered: true, anchor: 'plan' }, 'Two'))),
    );
    expect(html).toContain('<figcaption>One</figcaption>');
    expect(html).toContain('<figure class="fig" id="plan" data-block=');
    expect(html).toContain('<figcaption><span class="caption__number"><a href="#plan">Figure 1</a>: </span>Two</figcaption>');
  });

  test('an image of a text that was saved before there were numbers has none', () => {
    const image = { type: 'image', attrs: { src: '/a.png', uniqueId: 'aaaaa' }, content: [{ type: 'text', text: 'One' }] };
    expect(renderHtml({ type: 'doc', attrs: { version: 3 }, content: [image] })).toContain(
      'loading="lazy" decoding="async"><figcaption>One</figcaption>',
    );
  });

  test.each(['0-0-0-0-1', 'a b', '3-', '<b>1', '12345678'])('%s is no number', (number) => {
    expect(validateDocument(doc(captioned(code('a'), 'x', { number })), 'lesson').ok).toBe(false);
  });
});

describe('links to captions @DOC-01 @BRING-02', () => {
  test('the text of a link follows the number, and other words stay', () => {
    const shapes = captioned(code('a'), 'Shapes', { anchor: 'shapes' });
    const see = p(
      text('Listing 1', link('#shapes')),
      ' or ',
      text('the shapes', link('#shapes')),
      ' or ',
      text('Listing 1', link('/books')),
    );
    const [, , moved] = normalized(doc(captioned(code('b'), 'Earlier'), shapes, see)).content ?? [];
    expect(moved?.content?.map((child) => child.text)).toEqual(['Listing 2', ' or ', 'the shapes', ' or ', 'Listing 1']);
  });

  test('a link to a number fixes the anchor, which stays when the listing moves', () => {
    const second = read(':::captioned\n```ts\na\n```\n:::\n\n:::captioned\n```ts\nb\n```\n:::\n\n[Listing 2](#listing-2)');
    expect(captionsOf(second).map(({ id, label }) => [id, label])[1]).toEqual(['listing-2', 'Listing 2']);
    const moved = normalized({ ...second, content: [captioned(code('new'), 'New'), ...(second.content ?? [])] });
    expect(toMarkdown(moved)).toContain('[Listing 3](#listing-2)');
    expect(captionsOf(moved).find(({ label }) => label === 'Listing 3')?.id).toBe('listing-2');
    expect(deadAnchorsIn(moved)).toEqual([]);
  });

  test('a link to the anchor that a page shows keeps leading there after an export', () => {
    const first = normalized(doc(captioned(code('a'), 'x')));
    const id = captionsOf(first)[0]?.id ?? '';
    expect(id).toMatch(/^listing-[a-z0-9]{5}$/);
    const linked = normalized({ ...first, content: [...(first.content ?? []), p(text('there', link(`#${id}`)))] });
    expect(deadAnchorsIn(read(toMarkdown(linked)))).toEqual([]);
  });

  test('a heading keeps its links: no caption takes its anchor', () => {
    const document = normalized(
      doc(node('heading', { level: 2 }, 'Listing 1'), captioned(code('a'), 'x'), p(text('up', link('#listing-1')))),
    );
    expect(captionsOf(document)[0]?.id).not.toBe('listing-1');
  });

  test('anchors are unique on the page, and the outline has the same', () => {
    const document = normalized(
      doc(
        captioned(code('a'), 'x', { anchor: 'shapes' }),
        captioned(code('b'), 'y', { anchor: 'shapes' }),
        node('heading', { level: 2 }, 'Shapes'),
      ),
    );
    const ids = [...renderHtml(document).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(3);
    expect(ids[0]).toBe('shapes');
    expect(outlineOf(document).map(({ id }) => id)).toEqual([ids[2]]);
    expect(captionsOf(document).map((caption) => caption.node.attrs?.['anchor'])).toEqual(['shapes', null]);
  });

  test('a caption that loses its anchor to an earlier one immediately gets the one that a link suggests', () => {
    const document = normalized(
      doc(
        captioned(code('a'), 'x', { anchor: 'shapes' }),
        captioned(code('b'), 'y', { anchor: 'shapes' }),
        p(text('Listing 2', link('#listing-2')), text(' and '), text('Listing 1', link('#shapes'))),
      ),
    );
    expect(captionsOf(document).map(({ id }) => id)).toEqual(['shapes', 'listing-2']);
    expect(normalized(document)).toEqual(document);
  });

  test('blocks that are shown one by one keep their numbers', () => {
    const [, second] = withOwnNumbers(
      normalized(doc(captioned(code('a'), 'x'), node('panel', {}, captioned(code('b'), 'y')))).content ?? [],
    );
    expect(renderHtml({ type: 'doc', content: [second ?? p()] })).toContain('Listing 2');
  });

  test('links that lead nowhere on the page are found', () => {
    const document = normalized(
      doc(
        node('heading', { level: 2 }, 'A plan'),
        p(text('a', link('#a-plan')), text('b', link('#gone')), text('c', link('#')), text('d', link('#top')), text('e', link('#gone'))),
      ),
    );
    expect(deadAnchorsIn(document)).toEqual(['gone']);
  });
});

describe('captions in and out @DOC-01', () => {
  test('Markdown', () => {
    const document = doc(
      node('captioned', { number: '3-2', anchor: 'shapes' }, code('let a;'), node('caption', {}, 'The ', text('area', 'code'))),
      captioned(table, '', { isNumbered: false }),
    );
    const markdown =
      ':::captioned{number=3-2 anchor=shapes}\n```ts\nlet a;\n```\n\nThe `area`\n:::\n\n:::captioned{numbered=false}\n| Unit |\n| --- |\n:::';
    expect(toMarkdown(normalized(document))).toBe(markdown);
    expect(withoutIds(read(markdown))).toEqual(withoutIds(normalized(document)));
  });

  test('a figure of anything else is read as its blocks', () => {
    expect(withoutIds(read(':::captioned\nOnly words.\n:::'))).toEqual(withoutIds(normalized(doc(p('Only words.')))));
  });

  test('a page, in reading order for screen readers', () => {
    const html = renderHtml(normalized(doc(captioned(code('a'), 'Shapes', { anchor: 'shapes' }))));
    expect(html).toMatch(/^<figure class="captioned" id="shapes" data-block="\w{5}"><figure class="code">/);
    expect(html).toMatch(
      /<\/figure><figcaption><span class="caption__number"><a href="#shapes">Listing 1<\/a>: <\/span>Shapes<\/figcaption><\/figure>$/,
    );
  });

  test('HTML of other sites: figures of code and tables, and tables with a caption', () => {
    const html =
      '<figure id="Listing-3-2"><pre><code class="language-rust">fn</code></pre><figcaption>Listing 3-2: A <b>function</b></figcaption></figure><table><caption>Units</caption><tr><td>m</td></tr></table>';
    const validation = fromHtml(html, 'lesson');
    expect(validation.ok && toMarkdown(validation.document)).toBe(
      [
        ':::captioned{number=3-2 anchor=listing-3-2}\n```rust\nfn\n```\n\nA **function**\n:::',
        '::::::captioned{numbered=false}\n:::::table\n::::row\n:::cell\nm\n:::\n::::\n:::::\n\nUnits\n::::::',
      ].join('\n\n'),
    );
  });

  test('a figure of several blocks keeps the number among its words', () => {
    const html = '<figure><pre>a</pre><pre>b</pre><figcaption>Listing 3-2: Both</figcaption></figure>';
    const validation = fromHtml(html, 'lesson');
    expect(validation.ok && toMarkdown(validation.document)).toBe('```\na\n```\n\n```\nb\n```\n\nListing 3-2: Both');
  });

  test('comments get the code and the words', () => {
    const html = '<figure><pre>a</pre><figcaption>Words</figcaption></figure>';
    const validation = fromHtml(html, 'comment');
    expect(validation.ok && toMarkdown(validation.document)).toBe('```\na\n```\n\nWords');
  });

  test('search finds the words, and annotations have the characters of the page without its number', () => {
    const document = normalized(doc(captioned(code('let a;'), 'Shapes of things')));
    expect(toText(document)).toBe('let a;\n\nShapes of things');
    expect(viewOfDocument(document).characters).toBe(charactersOf('let a;Shapes of things'));
  });

  test('the HTML of an export keeps everything', () => {
    const document = normalized(doc(captioned(code('a'), 'x', { number: '3-2', anchor: 'shapes' }), captioned(table, 'y')));
    const validation = fromHtml(toHtml(document), 'lesson');
    expect(validation.ok && validation.document).toEqual(document);
  });

  test('a caption outlives remote code that couldn’t be loaded', () => {
    const remote = node('remoteCodeBlock', {}, node('remoteCodeHeader', {}));
    expect(withoutIds(normalized(doc(node('captioned', {}, remote, node('caption', {}, 'Words')))))).toEqual(
      withoutIds(normalized(doc(p('Words')))),
    );
  });
});
