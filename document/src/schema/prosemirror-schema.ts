import { Schema, type MarkSpec, type NodeSpec } from 'prosemirror-model';
import type { AttributeTable } from './definition.ts';
import { markDefinitions } from './marks.ts';
import { nodeDefinitions } from './nodes.ts';

/** The format as a ProseMirror schema. It decides which node can be where, here and in the editor. */
export const documentSchema = new Schema({
  nodes: Object.fromEntries(
    nodeDefinitions.map((definition): [string, NodeSpec] => [
      definition.name,
      {
        attrs: toAttributeSpecs(definition.attributes),
        ...(definition.content === undefined ? {} : { content: definition.content }),
        ...(definition.group === undefined ? {} : { group: definition.group }),
        ...(definition.group === 'inline' ? { inline: true } : {}),
        ...(definition.marks === 'none' ? { marks: '' } : {}),
        ...(definition.isCode === true ? { code: true } : {}),
      },
    ]),
  ),
  marks: Object.fromEntries(
    markDefinitions.map((definition): [string, MarkSpec] => [definition.name, { attrs: toAttributeSpecs(definition.attributes) }]),
  ),
});

function toAttributeSpecs(attributes: AttributeTable): NonNullable<NodeSpec['attrs']> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [name, attribute.isRequired === true ? {} : { default: attribute.default }]),
  );
}
