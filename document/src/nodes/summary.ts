import { hasClass } from '../html-in/html-tree.ts';
import { blockId } from '../schema/attribute.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import type { RenderNode } from '../render/element.ts';

/** A box with what the reader should remember. */
export const summary: NodeDefinition = {
  name: 'summary',
  group: 'block',
  content: 'block+',
  isForComments: false,
  attributes: { id: blockId() },
  markdown: {
    write: (node, writer) => writer.container('summary', writer.attributes(node), writer.blocks(node.content ?? [])),
    directives: [{ name: 'summary', isContainer: true }],
  },
  html: {
    tags: ['section'],
    read: (element) => (hasClass(element, 'summary') ? { attrs: {}, content: element.children } : null),
  },
};

/** `<section class="summary">`. */
export const renderSummary: RenderNode = (node, context, extra) =>
  context.h('section', { class: 'summary', ...extra }, ...context.children(node));
