import { readFile } from 'node:fs/promises';
import { Node } from 'prosemirror-model';
import { expect, test } from 'vitest';
import { printFormat } from '../../src/print-format.ts';
import { nodeDefinitions } from '../../src/schema/nodes.ts';
import { documentSchema } from '../../src/schema/prosemirror-schema.ts';
import { doc, node, normalized, p, text } from '../builders.ts';

test('docs/document-format.md is what the schema prints @DOC-01', async () => {
  const committed = await readFile(new URL('../../../docs/document-format.md', import.meta.url), 'utf8');
  expect(committed).toBe(printFormat());
});

test('every node and mark of the specifications is in the schema @DOC-01', () => {
  const names = [
    ...[
      'paragraph',
      'heading',
      'bulletList',
      'orderedList',
      'horizontalRule',
      'blockquote',
      'panel',
      'image',
      'codeBlock',
      'remoteCodeBlock',
    ],
    ...['embed', 'iframeEmbed', 'mermaid', 'math', 'table', 'tableRow', 'tableCell', 'summary', 'paywallThreshold'],
    ...['protectedRepositoryLink', 'ideEmbed', 'mdx', 'imageUploadPlaceholder'],
  ];
  expect(nodeDefinitions.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  expect(Object.keys(documentSchema.marks)).toEqual(expect.arrayContaining(['link', 'bold', 'italic', 'code']));
});

test('a normalized document is valid in ProseMirror too, and comes back unchanged @DOC-01', () => {
  const document = normalized(
    doc(p('a ', text('b', 'bold')), node('panel', {}, p('x')), node('horizontalRule'), node('codeBlock', {}, 'y')),
  );
  const parsed = Node.fromJSON(documentSchema, document);
  parsed.check();
  expect(parsed.toJSON()).toEqual(document);
});
