import { hasClass } from '../html-in/html-tree.ts';
import { blockId } from '../schema/attribute.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import { leftToRight, type RenderNode } from '../render/element.ts';

/** Code from a repository: a header with its source, and the code at the time it was fetched. */
export const remoteCodeBlock: NodeDefinition = {
  name: 'remoteCodeBlock',
  group: 'block',
  content: 'remoteCodeHeader codeBlock',
  isForComments: true,
  attributes: { uniqueId: blockId() },
  markdown: {
    write: (node, writer) => writer.container('remote', writer.attributes(node), writer.blocks(node.content ?? [])),
    directives: [{ name: 'remote', isContainer: true }],
  },
  isSubstance: true,
  html: {
    tags: ['div'],
    read: (element) => (hasClass(element, 'remote') ? { attrs: {}, content: element.children } : null),
  },
};

/** The code block; the header's information is also in the code block's bar. */
export const renderRemoteCodeBlock: RenderNode = (node, context, extra) =>
  context.h('div', { class: 'remote', ...extra, dir: leftToRight(context) }, ...context.children(node));
