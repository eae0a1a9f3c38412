import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';

/** A row of a table. */
export const TableRow = Node.create({
  ...formatOfNode('tableRow'),
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
});
