import { cellAttributes, cellAlignment, readCell, renderCell } from './cell.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import type { RenderNode } from '../render/element.ts';

/** A heading cell of a table. */
export const tableHeader: NodeDefinition = {
  name: 'tableHeader',
  content: 'block+',
  isForComments: false,
  migrations: [{ to: 1, formerNames: ['table_header'] }],
  attributes: cellAttributes,
  markdown: {
    write: (node, writer) => writer.container('head', writer.attributes(node), writer.blocks(node.content ?? [])),
    pairs: { th: cellAlignment },
    directives: [{ name: 'head', isContainer: true }],
  },
  html: { tags: ['th'], isNative: true, inPlace: ['colspan', 'rowspan'], read: readCell },
};

/** `<th>`. */
export const renderTableHeader: RenderNode = (node, context, extra) => renderCell('th', node, context, extra);
