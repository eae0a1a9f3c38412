import * as fc from 'fast-check';
import type { DocumentMark, DocumentNode } from '../src/document-node.ts';
import { findMark, markDefinitions } from '../src/schema/marks.ts';
import { doc, node } from './builders.ts';

// Words that Markdown could interpret, mixed with ordinary ones.
const tricky = fc.constantFrom(
  '*',
  '**',
  '_',
  '__',
  '`',
  '``',
  '[',
  ']',
  '(',
  ')',
  '](x)',
  '!',
  '![',
  '<',
  '>',
  '<b>',
  '</p>',
  '<!--',
  '&amp;',
  '&#32;',
  '&',
  '\\',
  '#',
  '##',
  '# ',
  '- ',
  '+ ',
  '1. ',
  '2) ',
  '> ',
  '=',
  '===',
  '---',
  '***',
  '~~~',
  '```',
  '|',
  ' | ',
  ':::',
  '::paywall',
  ':::panel',

  '{',
  '{:',
  '{: id=a}',
  '{:br}',
  '}',
  '$$',
  '$',
  '$a$',
  '$5 and 6$',
  'x^2',
  '$`',
  '`$',
  ' ',
  '  ',
  '\u00a0',
  '\u2003',
  '\u200b',
  'é',
  '漢',
  '😀',
  '“',
  '—',
  '.',
  ',',
  ':',
  '"',
  "'",

  'https://a.b/c',
  'javascript:',
  'www.x.y',
  'a_b_c',
  '10.',
  '[ ]',
  '[x]',
  '[^1]',
  '[^1]: ',
  '^',
  '^[',
  '[a]: b',
  '\u2028',
  '~~',
  '\n',
  '\t',
);
const words = fc
  .array(fc.oneof({ weight: 3, arbitrary: tricky }, fc.constantFrom('a', 'word', 'Two words', '7', ' '), fc.string({ maxLength: 4 })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(''));

const href = fc.constantFrom(
  '/books',
  'https://example.org/a(b)?c=d&copy;=1',
  'mailto:a@b.cd',
  '#top',
  '#listing-2',
  '#shapes',
  'x y',
  'https://e.org/<a>\\',
  'a&lt;b',
);
const mark: fc.Arbitrary<DocumentMark> = fc.oneof(
  fc.constantFrom(...markDefinitions.flatMap(({ name, attributes }) => (Object.keys(attributes).length === 0 ? [{ type: name }] : []))),
  href.map((value) => ({ type: 'link', attrs: { href: value } })),
);
const textNode = fc.record({ type: fc.constant('text'), text: words, marks: fc.array(mark, { maxLength: 3 }) });
const line: fc.Arbitrary<DocumentNode> = fc.oneof({ weight: 6, arbitrary: textNode }, fc.constant({ type: 'hardBreak' }));
const lines = fc.array(line, { maxLength: 6 });
const footnote = lines.map((content) => node('footnote', {}, ...content));
const inline: fc.Arbitrary<DocumentNode> = fc.oneof({ weight: 8, arbitrary: line }, footnote);
const inlines = fc.array(inline, { maxLength: 6 });

const codeText = fc
  .array(fc.oneof(tricky, fc.constantFrom('\n', '\n\n', 'const a = 1;', '  ', '\t', '```', '~~~~', ':::', '$$', '> x', '- y')), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));
const code = codeText.map((text) => (text === '' ? [] : [{ type: 'text', text }]));
const shortText = fc.oneof(fc.constant(''), words);
const optionalText = fc.option(words, { nil: null });
const optionalSize = fc.option(fc.integer({ min: 1, max: 3000 }), { nil: null });
const url = fc.constantFrom('/media/a.webp', 'https://example.org/a b.png', 'https://youtube.com/embed/x', 'a(b).png', '/x?a=1&amp;b="2"');

const paragraph = fc
  .record({
    content: inlines,
    align: fc.constantFrom(null, null, null, 'center', 'justify'),
    indent: fc.constantFrom(0, 0, 0, 2),
    lineSpacing: fc.constantFrom('normal', 'normal', 'double'),
  })
  .map(({ content, ...attrs }) => node('paragraph', attrs, ...content));
const heading = fc.tuple(fc.integer({ min: 1, max: 6 }), inlines).map(([level, content]) => node('heading', { level }, ...content));
const codeAttributes = fc.record({
  mode: fc.constantFrom('ts', '', 'c++', 'mermaid', 'math', 'two words', '{1}'),
  highlightLines: fc.constantFrom(null, '1', '2,4-6'),
  displayName: optionalText,
  url: fc.option(url, { nil: null }),
  startLine: optionalSize,
  endLine: optionalSize,
  codeQuery: optionalText,
  locality: fc.constantFrom('local', 'remote'),
  readOnly: fc.boolean(),
  runnable: fc.boolean(),
  loading: fc.boolean(),
});
const codeBlock = fc.tuple(codeAttributes, code).map(([attrs, content]) => node('codeBlock', attrs, ...content));
const captionNumbers = fc.constantFrom(null, null, '2', '3-2', 'A.1');
const anchors = fc.constantFrom(null, null, 'shapes', 'listing-2', 'listing-3-2');
const image = fc
  .record({
    src: url,
    alt: shortText,
    href: fc.option(href, { nil: null }),
    title: optionalText,
    imagePosition: fc.constantFrom('inline', 'wide', 'wrap-left'),
    attachmentId: optionalText.map((value) => value?.slice(0, 60) ?? null),
    width: optionalSize,
    height: optionalSize,
    isNumbered: fc.boolean(),
    number: captionNumbers,
    anchor: anchors,
    caption: fc.oneof(fc.constant([]), inlines),
  })
  .map(({ caption, ...attrs }) => node('image', attrs, ...caption));
const remoteCode = fc
  .tuple(
    fc.record({ url: fc.option(url, { nil: null }), filepath: shortText, owner: shortText, oid: fc.constantFrom(null, 'abc123') }),
    codeBlock,
  )
  .map(([attrs, block]) => node('remoteCodeBlock', {}, node('remoteCodeHeader', attrs), block));
const embed = fc
  .record({
    src: fc.option(url, { nil: null }),
    scriptSrc: fc.option(url, { nil: null }),
    url: fc.option(url, { nil: null }),
    title: optionalText,
    html: codeText,
    embedPosition: fc.constantFrom('inline', 'hang'),
    loading: fc.boolean(),
  })
  .map((attrs) => node('embed', attrs));
const uploading = fc.integer({ min: 0, max: 99 }).map((progressPercent) => node('imageUploadPlaceholder', { progressPercent }));

const commentLeaf = fc.oneof(
  { weight: 4, arbitrary: paragraph },
  heading,
  codeBlock,
  image,
  remoteCode,
  embed,
  uploading,
  fc.constant(node('horizontalRule')),
);
const authorLeaf = fc.oneof(
  { weight: 4, arbitrary: commentLeaf },
  code.map((content) => node('math', {}, ...content)),
  code.map((content) => node('mermaid', {}, ...content)),
  fc
    .tuple(url, optionalText, optionalSize)
    .map(([src, title, size]) => node('iframeEmbed', { src, title, height: size === null ? null : size + 40 })),
  fc.tuple(url, shortText, shortText).map(([src, title, file]) => node('ideEmbed', { src, title, file })),
  shortText.map((title) => node('protectedRepositoryLink', { title })),
);

/** Code and a diagram with a caption; a table with one is among the boxes. */
const captionedLeaf = fc
  .tuple(
    captionAttributes(),
    fc.oneof(
      codeBlock,
      remoteCode,
      code.map((content) => node('mermaid', {}, ...content)),
    ),
    inlines,
  )
  .map(([attrs, block, words]) => node('captioned', attrs, block, node('caption', {}, ...words)));

function captionAttributes(): fc.Arbitrary<Record<string, string | boolean | null>> {
  return fc.record({ isNumbered: fc.boolean(), number: captionNumbers, anchor: anchors });
}

function blockOf(leaf: fc.Arbitrary<DocumentNode>, isForAuthors: boolean): fc.Arbitrary<DocumentNode> {
  const { block } = fc.letrec<{ block: DocumentNode }>((tie) => {
    const blocks = fc.array(tie('block'), { minLength: 1, maxLength: 3 });
    const item = fc
      .tuple(paragraph, fc.array(tie('block'), { maxLength: 2 }), fc.constantFrom(null, null, true, false))
      .map(([first, rest, checked]) => node('listItem', { checked }, first, ...rest));
    const items = fc.array(item, { minLength: 1, maxLength: 3 });
    const containers = [
      items.map((content) => node('bulletList', {}, ...content)),
      fc.tuple(fc.constantFrom(1, 1, 0, 9, 99), items).map(([start, content]) => node('orderedList', { start }, ...content)),
      fc.tuple(fc.constantFrom('information', 'tip'), blocks).map(([blockType, content]) => node('blockquote', { blockType }, ...content)),
      fc
        .tuple(fc.constantFrom('info', 'tip', 'important'), fc.constantFrom('inline', 'wrap-left'), fc.constantFrom(null, '💡'), blocks)
        .map(([panelType, panelPosition, icon, content]) => node('panel', { panelType, panelPosition, icon }, ...content)),
    ];
    const authorContainers = [
      blocks.map((content) => node('summary', {}, ...content)),
      blocks.map((content) => node('exercise', {}, ...content)),
      fc
        .tuple(fc.constantFrom('hint', 'tests', 'solution'), blocks)
        .map(([partType, content]) => node('exercisePart', { partType }, ...content)),
      fc
        .tuple(shortText, fc.array(tie('block'), { maxLength: 2 }))
        .map(([title, content]) => node('mdx', { properties: { title, wide: true } }, ...content)),
      plainTable,
      spannedTable(blocks),
      captionedLeaf,
      fc
        .tuple(captionAttributes(), fc.oneof(plainTable, spannedTable(blocks)), inlines)
        .map(([attrs, block, words]) => node('captioned', attrs, block, node('caption', {}, ...words))),
    ];
    return {
      block: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        { weight: 5, arbitrary: leaf },
        ...containers.map((arbitrary) => ({ weight: 1, arbitrary })),
        ...(isForAuthors ? authorContainers : []).map((arbitrary) => ({ weight: 1, arbitrary })),
      ),
    };
  });
  return block;
}

const alignments = fc.constantFrom(null, 'left', 'center', 'right');
const plainTable = fc
  .tuple(
    fc.array(alignments, { minLength: 1, maxLength: 3 }),
    fc.array(fc.array(inlines, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
  )
  .map(([columns, rows]) =>
    node(
      'table',
      {},
      ...rows.map((cells, row) =>
        node(
          'tableRow',
          {},
          ...columns.map((align, column) =>
            node(row === 0 ? 'tableHeader' : 'tableCell', { align }, node('paragraph', {}, ...(cells[column] ?? []))),
          ),
        ),
      ),
    ),
  );

function spannedTable(blocks: fc.Arbitrary<DocumentNode[]>): fc.Arbitrary<DocumentNode> {
  const cell = fc
    .tuple(
      fc.constantFrom('tableCell', 'tableHeader'),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom(null, [120], [0, 40]),
      alignments,
      blocks,
    )
    .map(([type, colspan, colwidth, align, content]) => node(type, { colspan, colwidth, align }, ...content));
  const row = fc.array(cell, { maxLength: 2 }).map((cells) => node('tableRow', {}, ...cells));
  return fc.array(row, { minLength: 1, maxLength: 2 }).map((rows) => node('table', {}, ...rows));
}

/** Documents that are valid for lessons, with every node. */
export const lessonDocuments: fc.Arbitrary<DocumentNode> = fc
  .tuple(fc.array(blockOf(authorLeaf, true), { minLength: 1, maxLength: 4 }), fc.boolean(), fc.nat(4))
  .map(([blocks, hasMarker, index]) => doc(...(hasMarker ? blocks.toSpliced(index, 0, node('paywallThreshold')) : blocks)));

/** Documents that are valid for comments. */
export const commentDocuments: fc.Arbitrary<DocumentNode> = fc
  .array(blockOf(commentLeaf, false), { minLength: 1, maxLength: 4 })
  .map((blocks) => doc(...blocks))
  .map(withoutAuthorParts);

/** Returns a node without the marks and the footnotes that comments can't have. */
function withoutAuthorParts(node: DocumentNode): DocumentNode {
  return {
    ...node,
    ...(node.marks === undefined ? {} : { marks: node.marks.filter(({ type }) => findMark(type)?.isForComments === true) }),
    ...(node.content === undefined ? {} : { content: node.content.filter(({ type }) => type !== 'footnote').map(withoutAuthorParts) }),
  };
}
