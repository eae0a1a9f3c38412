import type { NodeDefinition } from '../schema/definition.ts';
import type { RenderNode } from '../render/element.ts';

/** One item of a list; the list writes its Markdown. */
export const listItem: NodeDefinition = {
  name: 'listItem',
  summary: 'One item of a list: a paragraph, then any blocks.',
  content: 'paragraph block*',
  isForComments: true,
  attributes: {},
  markdown: { write: (node, writer) => writer.blocks(node.content ?? []), pairs: { list_item: () => ({}) } },
};

/** `<li>`; a lone plain paragraph loses its `<p>`. */
export const renderListItem: RenderNode = (node, context, extra) => {
  const only = node.content.length === 1 ? context.open(node.content[0]) : null;
  const content = only?.type === 'paragraph' ? context.children(only) : context.children(node);
  return context.h('li', extra, ...content);
};
