import type { NodeDefinition } from '../schema/definition.ts';
import type { RenderNode } from '../render/element.ts';
import { renderUnwrapped } from './paragraph.ts';

/** An item of a list. The list writes its Markdown. */
export const listItem: NodeDefinition = {
  name: 'listItem',
  summary: 'An item of a list: a paragraph, optionally followed by other blocks.',
  content: 'paragraph block*',
  isForComments: true,
  migrations: [{ to: 1, formerNames: ['list_item'] }],
  attributes: {},
  markdown: { write: (node, writer) => writer.blocks(node.content ?? []), pairs: { list_item: () => ({}) } },
  html: { tags: ['li'], isNative: true },
};

/** `<li>`; a single plain paragraph is rendered without its `<p>`. */
export const renderListItem: RenderNode = (node, context, extra) => context.h('li', extra, ...renderUnwrapped(node, context));
