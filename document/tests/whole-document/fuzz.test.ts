import * as fc from 'fast-check';
import { Node } from 'prosemirror-model';
import { describe, expect, test } from 'vitest';
import type { DocumentNode } from '../../src/document-node.ts';
import { fromHtml } from '../../src/from-html.ts';
import { renderHtml } from '../../src/html.ts';
import { fromMarkdown, toMarkdown } from '../../src/markdown.ts';
import { findNode, nodeDefinitions } from '../../src/schema/nodes.ts';
import { documentSchema } from '../../src/schema/prosemirror-schema.ts';
import { toHtml } from '../../src/to-html.ts';
import { validateDocument } from '../../src/validate.ts';
import { activeParts } from '../active-parts.ts';
import { normalized } from '../builders.ts';
import { lessonDocuments } from '../generated-documents.ts';
import { propertyRuns } from '../property-runs.ts';
import { framesOfYouTube } from '../frame-options.ts';

fc.configureGlobal({ seed: Number(process.env['NEWLINE_TEST_SEED']) });

const options = framesOfYouTube;

const evil = fc.constantFrom(
  ...[
    'javascript:alert(1)',
    '"><script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    "' onclick='x",
    'data:text/html,x',
    '__proto__',
  ],
  ...['constructor', '<svg/onload=x>', '</p>', '<!--', ']]>', '&#106;avascript:x', '//evil.example', 'https://youtube.com@evil.example/'],
);
const value = fc.oneof(
  evil,
  fc.anything({ withNullPrototype: true, maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.integer(),
);
const name = fc.oneof(fc.constantFrom(...nodeDefinitions.map((definition) => definition.name)), evil);
const attributeName = fc.oneof(
  fc.constantFrom(...nodeDefinitions.flatMap(({ attributes }) => Object.keys(attributes)), 'href', 'onclick', 'style'),
  evil,
);
/** Trees of the right shape with random content. */
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.record(
    {
      type: name,
      attrs: fc.dictionary(attributeName, value, { maxKeys: 4 }),
      content: fc.oneof({ weight: 5, arbitrary: fc.array(tie('tree'), { maxLength: 3 }) }, value),
      text: value,
      marks: fc.array(fc.record({ type: fc.constantFrom('link', 'bold', 'code', 'x'), attrs: fc.dictionary(attributeName, value) }), {
        maxLength: 2,
      }),
    },
    { requiredKeys: ['type'] },
  ),
}));

/**
 * Expects that an accepted document is sound: ProseMirror accepts it, normalizing doesn't change it, and nothing rendered from it is
 * active.
 */
function expectSound(document: DocumentNode): void {
  Node.fromJSON(documentSchema, document).check();
  expect(normalized(document)).toEqual(document);
  for (const html of [renderHtml(document, options), toHtml(document)]) expect(activeParts(html)).toEqual([]);
}

describe('random input', () => {
  const runs = propertyRuns(300);

  test('as a document: nothing throws, nothing active is rendered, and accepted documents are sound @DOC-01 @DOC-02', () => {
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 3 }), (content) => {
        const document = { type: 'doc', content };
        expect(activeParts(renderHtml(document, options))).toEqual([]);
        const validation = validateDocument(document, 'lesson');
        if (validation.ok) expectSound(validation.document);
      }),
      runs,
    );
  });

  const markup = fc
    .array(
      fc.oneof(
        evil,
        fc.constantFrom(
          '<p>',
          '<b>',
          '<a href="',
          '">',
          '<table><td>',
          '<li>',
          '<pre>',
          '</b>',
          '<article data-document>',
          ' data-node="',
          'panel"',
        ),
        fc.constantFrom(
          '\n',
          '\n\n',
          '- ',
          '> ',
          '`',
          '```',
          '[a](',
          '![',
          '::',
          ':::panel{',
          '}',
          '|',
          '---',
          '$$',
          '{: ',
          '**',
          '<',
          '&',
        ),
        fc.string({ unit: 'binary', maxLength: 4 }),
      ),
      { maxLength: 14 },
    )
    .map((parts) => parts.join(''));

  test('as HTML or Markdown: becomes a sound document @DOC-02', () => {
    fc.assert(
      fc.property(markup, (source) => {
        for (const read of [fromHtml(source, 'lesson'), fromMarkdown(source, 'lesson')]) {
          if (!read.ok) throw new Error(JSON.stringify(read.errors));
          expectSound(read.document);
          expect(fromMarkdown(toMarkdown(read.document, { hasIds: true }), 'lesson')).toEqual(read);
        }
      }),
      runs,
    );
  });
});

describe('validation accepts exactly what is valid @DOC-01', () => {
  const runs = propertyRuns(150);

  test('an attribute exactly when its own check does', () => {
    fc.assert(
      fc.property(lessonDocuments, fc.nat(), attributeName, value, (generated, index, attribute, input) => {
        const document: DocumentNode = structuredClone(normalized(generated));
        const nodes = allNodes(document);
        const node = nodes[index % nodes.length] ?? document;
        const definition = new Map(Object.entries(findNode(node.type)?.attributes ?? {})).get(attribute);
        Object.assign(node, { attrs: { ...node.attrs, [attribute]: input } });
        const isAbsent = input === undefined || input === null;
        const isRight = definition === undefined || (isAbsent && definition.isRequired !== true) || definition.read(input) !== undefined;
        expect(validateDocument(document, 'lesson').ok).toBe(isRight);
      }),
      runs,
    );
  });

  test('a node in another position exactly when the schema does', () => {
    const blocks = fc.constantFrom(
      'paragraph',
      'horizontalRule',
      'hardBreak',
      'listItem',
      'tableRow',
      'tableCell',
      'math',
      'remoteCodeHeader',
    );
    fc.assert(
      fc.property(lessonDocuments, fc.nat(), fc.nat(3), blocks, (generated, at, index, type) => {
        const document: DocumentNode = structuredClone(normalized(generated));
        const nodes = allNodes(document);
        const node = nodes[at % nodes.length] ?? document;
        const content = type === 'listItem' || type === 'tableCell' ? { content: [{ type: 'paragraph' }] } : {};
        Object.assign(node, { content: (node.content ?? []).toSpliced(index, 0, { type, ...content }) });
        expect(validateDocument(document, 'lesson').ok).toBe(isAllowed(document));
      }),
      runs,
    );
  });
});

/** Every node except text. */
function allNodes(node: DocumentNode): DocumentNode[] {
  return node.type === 'text' ? [] : [node, ...(node.content ?? []).flatMap((child) => allNodes(child))];
}

function isAllowed(document: DocumentNode): boolean {
  try {
    Node.fromJSON(documentSchema, document).check();
    return true;
  } catch {
    return false;
  }
}
