import { nodeDefinitions } from '@newline/document/schema/nodes';
import { documentSchema } from '@newline/document/schema/prosemirror-schema';
import { getSchema } from '@tiptap/core';
import type { AttributeSpec } from '@tiptap/pm/model';
import { describe, expect, test } from 'vitest';
import { createEditorOptions } from '../../src/editor-options.ts';
import { CommentDoc } from '../../src/nodes/doc.ts';
import { authorNodes } from '../../src/sets/author-nodes.ts';
import { noServices } from '../no-services.ts';

const schemaOf = (kind: 'article' | 'comment') => {
  const extensions = kind === 'article' ? authorNodes : [CommentDoc];
  return getSchema(createEditorOptions({ kind, services: noServices, extensions }).extensions ?? []);
};
const attributesOf = (attrs: Readonly<Record<string, AttributeSpec>> | undefined) =>
  Object.fromEntries(Object.entries(attrs ?? {}).map(([name, spec]) => [name, 'default' in spec ? { default: spec.default } : {}]));

describe('@DOC-01 the schema of the article editor', () => {
  const schema = schemaOf('article');

  test('has every node of the format and only one more, the title line', () => {
    const names = Object.keys(schema.nodes).toSorted();
    expect(names).toEqual([...nodeDefinitions.map(({ name }) => name), 'title'].toSorted());
  });

  test.for(Object.keys(documentSchema.nodes))('%s matches the format', (name) => {
    const spec = schema.nodes[name]?.spec;
    const format = documentSchema.nodes[name]?.spec;
    expect(attributesOf(spec?.attrs)).toEqual(attributesOf(format?.attrs));
    expect(spec?.content).toBe(name === 'doc' ? `title ${format?.content}` : format?.content);
    expect({ group: spec?.group, inline: spec?.inline, marks: spec?.marks, code: spec?.code }).toEqual({
      group: format?.group,
      inline: format?.inline,
      marks: format?.marks,
      code: format?.code,
    });
  });

  test('has the marks of the format with their attributes, in its order', () => {
    expect(Object.keys(schema.marks)).toEqual(Object.keys(documentSchema.marks));
    for (const [name, { spec }] of Object.entries(schema.marks)) {
      expect(attributesOf(spec.attrs), name).toEqual(attributesOf(documentSchema.marks[name]?.spec.attrs));
    }
  });

  test('starts a new block as a paragraph', () => {
    const afterTitle = schema.nodes['doc']?.contentMatch.matchType(schema.node('title').type);
    expect(afterTitle?.defaultType?.name).toBe('paragraph');
  });
});

test('@DOC-01 a comment has exactly the nodes that the format allows in it', () => {
  const expected = nodeDefinitions.filter(({ isForComments }) => isForComments).map(({ name }) => name);
  expect(Object.keys(schemaOf('comment').nodes).toSorted()).toEqual(expected.toSorted());
});
