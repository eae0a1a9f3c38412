import type { NodeDefinition } from '../schema/definition.ts';
import type { RenderNode } from '../render/element.ts';

/** A row of a table. */
export const tableRow: NodeDefinition = {
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  isForComments: false,
  migrations: [{ to: 1, formerNames: ['table_row'] }],
  attributes: {},
  markdown: {
    write: (node, writer) => writer.container('row', '', writer.blocks(node.content ?? [])),
    pairs: { tr: () => ({}) },
    directives: [{ name: 'row', isContainer: true }],
  },
  html: { tags: ['tr'], isNative: true },
};

/** `<tr>`. */
export const renderTableRow: RenderNode = (node, context, extra) => context.h('tr', extra, ...context.children(node));
