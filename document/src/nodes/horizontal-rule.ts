import { blockId } from '../schema/attribute.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import type { RenderNode } from '../render/element.ts';

/** A horizontal line between blocks. */
export const horizontalRule: NodeDefinition = {
  name: 'horizontalRule',
  group: 'block',
  isForComments: true,
  migrations: [{ to: 1, formerNames: ['horizontal_rule'] }],
  attributes: { id: blockId() },
  markdown: { write: () => '---', inPlace: [], leaves: { hr: () => ({ type: 'horizontalRule' }) } },
  html: { tags: ['hr'], isNative: true },
};

/** `<hr>`. */
export const renderHorizontalRule: RenderNode = (_node, context, extra) => context.h('hr', extra);
