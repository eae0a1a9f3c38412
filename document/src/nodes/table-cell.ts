import { cellAttributes, cellAlignment, readCell, renderCell } from './cell.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import type { RenderNode } from '../render/element.ts';

/** A cell of a table. */
export const tableCell: NodeDefinition = {
  name: 'tableCell',
  content: 'block+',
  isForComments: false,
  migrations: [{ to: 1, formerNames: ['table_cell'] }],
  attributes: cellAttributes,
  markdown: {
    write: (node, writer) => writer.container('cell', writer.attributes(node), writer.blocks(node.content ?? [])),
    pairs: { td: cellAlignment },
    directives: [{ name: 'cell', isContainer: true }],
  },
  html: { tags: ['td'], isNative: true, inPlace: ['colspan', 'rowspan'], read: readCell },
};

/** `<td>`. */
export const renderTableCell: RenderNode = (node, context, extra) => renderCell('td', node, context, extra);
