import { describe, expect, test } from 'vitest';
import { validateDocument, validateDocumentText, type ValidationError } from '../src/validate.ts';
import type { DocumentKind, DocumentNode } from '../src/document-node.ts';
import { doc, link, node, normalized, p, numberedRandom, text } from './builders.ts';

function errorsOf(document: unknown, kind: DocumentKind = 'lesson'): readonly ValidationError[] {
  const validation = validateDocument(document, kind);
  return validation.ok ? [] : validation.errors;
}

describe('messages name the position, what was expected and what was found @DOC-01', () => {
  test.each<[string, unknown, ValidationError]>([
    ['no document', 'x', { path: '', expected: 'a document: an object with type "doc"', got: '"x"' }],
    ['another root', p('x'), { path: '', expected: 'a document: an object with type "doc"', got: 'type "paragraph"' }],
    ['an unknown node', doc({ type: 'script' }), { path: 'content[0]', expected: 'a node of a lesson', got: 'unknown node "script"' }],
    [
      'a level out of range',
      doc(p('x'), node('heading', { level: 7 })),
      { path: 'content[1].attrs.level', expected: 'a whole number from 1 to 6', got: '7' },
    ],
    [
      'a link that runs',
      doc(p('x', text('y', link('javascript:alert(1)')))),
      {
        path: 'content[0].content[1].marks[0].attrs.href',
        expected: 'a relative, http, https, mailto or tel URL',
        got: '"javascript:alert(1)"',
      },
    ],
    [
      'a frame without an address',
      doc(node('iframeEmbed')),
      { path: 'content[0].attrs.src', expected: 'a relative, http or https URL', got: 'nothing' },
    ],
    [
      'a cell that is too wide',
      doc(node('table', {}, node('tableRow', {}, node('tableCell', { colspan: 21 }, p())))),
      { path: 'content[0].content[0].content[0].attrs.colspan', expected: 'a whole number from 1 to 20', got: '21' },
    ],
    [
      'an item outside a list',
      doc(node('listItem', {}, p('x'))),
      { path: 'content[0]', expected: '(block | paywallThreshold)+ in doc', got: 'listItem' },
    ],
    ['an empty list', doc(node('bulletList')), { path: 'content[0].content', expected: 'listItem+ in bulletList', got: 'nothing' }],
    [
      'a block in a paragraph',
      doc(node('paragraph', {}, 'x', node('horizontalRule'))),
      { path: 'content[0].content[1]', expected: 'inline* in paragraph', got: 'horizontalRule' },
    ],
    [
      'marks in code',
      doc(node('codeBlock', {}, text('x', 'bold'))),
      { path: 'content[0].content[0].marks', expected: 'no marks in code', got: 'marks' },
    ],
    [
      'an unknown mark',
      doc(p(text('x', 'blink'))),
      {
        path: 'content[0].content[0].marks[0]',
        expected: 'one of link, bold, italic, underline, strikethrough, highlight, subscript, superscript, keyboard, code, formula',
        got: 'unknown mark "blink"',
      },
    ],
    [
      'a second marker',
      doc(node('paywallThreshold'), node('paywallThreshold')),
      { path: 'content[1]', expected: 'at most one paywallThreshold', got: 'number 2' },
    ],
    [
      'a marker in a panel',
      doc(node('panel', {}, node('paywallThreshold'))),
      { path: 'content[0].content[0]', expected: 'block+ in panel', got: 'paywallThreshold' },
    ],
  ])('%s', (_name, document, error) => {
    expect(errorsOf(document)).toEqual([error]);
  });

  test('are at most twenty', () => {
    expect(errorsOf(doc(...Array.from({ length: 50 }, () => node('heading', { level: 9 }))))).toHaveLength(20);
  });
});

describe('limits @DOC-01', () => {
  const quotes = (levels: number): DocumentNode => (levels === 0 ? p() : node('blockquote', {}, quotes(levels - 1)));

  test('32 levels are allowed, 33 are not', () => {
    expect(errorsOf(doc(quotes(30)))).toEqual([]);
    expect(errorsOf(doc(quotes(31)))[0]?.expected).toBe('at most 32 levels of nodes');
  });

  test('20,000 nodes are allowed in a lesson, 2,000 in a comment', () => {
    const paragraphs = (count: number) => doc(...Array.from({ length: count }, () => p()));
    expect(errorsOf(paragraphs(19_999))).toEqual([]);
    expect(errorsOf(paragraphs(20_000))).toEqual([{ path: '', expected: 'at most 20000 nodes', got: 'more' }]);
    expect(errorsOf(paragraphs(2000), 'comment')).toEqual([{ path: '', expected: 'at most 2000 nodes', got: 'more' }]);
  });

  test('64,000 bytes are allowed in a comment, counted as UTF-8', () => {
    expect(errorsOf(doc(p('x'.repeat(63_000))), 'comment')).toEqual([]);
    expect(errorsOf(doc(p('漢'.repeat(22_000))), 'comment')[0]?.expected).toBe('at most 64000 bytes');
    expect(errorsOf(doc(p('漢'.repeat(22_000))), 'lesson')).toEqual([]);
  });

  test('a JSON string is read if it is valid and not too long', () => {
    expect(validateDocumentText(JSON.stringify(doc(p('x'))), 'comment').ok).toBe(true);
    expect(validateDocumentText('{', 'comment').ok).toBe(false);
    expect(validateDocumentText(`"${'x'.repeat(200_000)}"`, 'comment').ok).toBe(false);
  });
});

describe('comments @DOC-01', () => {
  const forAll = [
    p(text('x', 'bold', 'italic', 'strikethrough', 'keyboard', 'code', link('/books')), text('x', 'formula')),
    node('heading', { level: 3 }, 'x'),
    node('bulletList', {}, node('listItem', {}, p('x'))),
    node('orderedList', {}, node('listItem', {}, p('x'))),
    node('blockquote', {}, p('x')),
    node('horizontalRule'),
    node('panel', {}, p('x')),
    node('codeBlock', {}, 'x'),
    node('remoteCodeBlock', {}, node('remoteCodeHeader'), node('codeBlock', { locality: 'remote' }, 'x')),
    node('image', { src: '/a.png' }),
    node('embed', { url: 'https://example.org/' }),
  ];
  const forAuthors = [
    node('iframeEmbed', { src: 'https://example.org/' }),
    node('math', {}, 'x'),
    node('mermaid', {}, 'x'),
    node('table', {}, node('tableRow', {}, node('tableCell', {}, p('x')))),
    node('summary', {}, p('x')),
    node('paywallThreshold'),
    node('ideEmbed', { src: 'https://example.org/' }),
    node('mdx', {}, p('x')),
    node('protectedRepositoryLink'),
  ];

  test.each(forAll.map((block) => [block.type, block] as const))('can contain %s', (_type, block) => {
    expect(errorsOf(doc(block), 'comment')).toEqual([]);
  });

  test.each(forAuthors.map((block) => [block.type, block] as const))('can’t contain %s, but a lesson can', (type, block) => {
    expect(errorsOf(doc(block), 'comment')[0]).toEqual({ path: 'content[0]', expected: 'a node of a comment', got: type });
    expect(errorsOf(doc(block), 'lesson')).toEqual([]);
    expect(errorsOf(doc(block), 'article')).toEqual([]);
  });
});

describe('marks of comments @DOC-01', () => {
  test.each(['underline', 'highlight', 'subscript', 'superscript'])('a comment can’t contain %s, but a lesson can', (mark) => {
    const document = doc(p(text('x', mark)));
    expect(errorsOf(document, 'comment')[0]).toEqual({
      path: 'content[0].content[0].marks[0]',
      expected: 'a mark of a comment',
      got: mark,
    });
    expect(errorsOf(document, 'lesson')).toEqual([]);
  });
});

describe('normalizing @DOC-01', () => {
  test('fills in defaults and drops what the format doesn’t know', () => {
    const document = normalized(
      doc(node('panel', { colour: 'red' }, p()), node('blockquote', {}, p()), node('image', { src: '/a.png' }), node('embed')),
    );
    expect(document.content?.map(({ attrs }) => attrs)).toMatchObject([
      { panelType: 'info', panelPosition: 'inline', icon: null },
      { blockType: 'information' },
      { imagePosition: 'inline', attachmentId: null, width: null },
      { embedPosition: 'inline', loading: false },
    ]);
    expect(document.content?.[0]?.attrs).not.toHaveProperty('colour');
  });

  test('merges text, drops empty text, orders marks and cleans characters', () => {
    const document = normalized(
      doc(p(text('a\n', 'bold'), text('', 'code'), text('b\u0000', 'bold'), text('c', 'italic', 'bold', link('/x')))),
    );
    expect(document.content?.[0]?.content).toEqual([
      { type: 'text', text: 'a b', marks: [{ type: 'bold' }] },
      { type: 'text', text: 'c', marks: [link('/x'), { type: 'bold' }, { type: 'italic' }] },
    ]);
  });

  test('drops finished uploads and remote code with fewer than two children', () => {
    const document = normalized(
      doc(
        p('x'),
        node('imageUploadPlaceholder', { progressPercent: 100 }),
        node('imageUploadPlaceholder', { progressPercent: 99 }),
        node('remoteCodeBlock', {}, node('codeBlock')),
      ),
    );
    expect(document.content?.map(({ type }) => type)).toEqual(['paragraph', 'imageUploadPlaceholder']);
  });

  test('inserts an empty paragraph if nothing is left', () => {
    expect(normalized({ type: 'doc' }).content).toHaveLength(1);
    expect(normalized(doc(node('panel'))).content?.[0]?.content?.[0]?.type).toBe('paragraph');
  });

  test('cleans URLs', () => {
    const document = normalized(doc(p(text('x', link(' https://example.org/a b\u200b ')))));
    expect(document.content?.[0]?.content?.[0]?.marks).toEqual([link('https://example.org/a%20b')]);
  });
});

describe('block ids @DOC-01', () => {
  const idsOf = (document: DocumentNode) => document.content?.map(({ attrs }) => attrs?.['uniqueId'] ?? attrs?.['id'] ?? null) ?? [];

  test('every top-level block except the marker gets 5 characters', () => {
    const ids = idsOf(
      normalized(doc(p('a'), node('paywallThreshold'), node('image', { src: '/a.png' }), node('horizontalRule'), node('math'))),
    );
    expect(ids.map((id) => (typeof id === 'string' ? /^[\dA-Za-z]{5}$/u.test(id) : id))).toEqual([true, null, true, true, true]);
  });

  test('the same source gives the same ids', () => {
    expect(normalized(doc(p('a'), p('b')))).toEqual(normalized(doc(p('a'), p('b'))));
  });

  test('an existing id stays, and the second of two equal ones is replaced', () => {
    const [first, second, third] = idsOf(
      normalized(doc(node('paragraph', { id: 'abcde' }), node('heading', { id: 'abcde' }), node('codeBlock', { uniqueId: 'fghij' }))),
    );
    expect([first, third]).toEqual(['abcde', 'fghij']);
    expect(second).not.toBe('abcde');
  });

  test('no two of 5,000 new ids are equal, even if the source repeats itself', () => {
    const random = numberedRandom(7);
    const stutter = () => Math.floor(random() * 8) / 8;
    const validation = validateDocument(doc(...Array.from({ length: 5000 }, () => p())), 'lesson', { random: stutter });
    expect(validation.ok && new Set(idsOf(validation.document)).size).toBe(5000);
  });

  test('code blocks get one at any depth, nested paragraphs don’t', () => {
    const [panel] = normalized(doc(node('panel', {}, p('x'), node('codeBlock')))).content ?? [];
    expect(panel?.content?.[0]?.attrs?.['id']).toBeNull();
    expect(panel?.content?.[1]?.attrs?.['uniqueId']).toMatch(/^\w{5}$/u);
  });
});
