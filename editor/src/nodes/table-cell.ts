import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';
import { readerDom } from '../views/reader-dom.ts';

/** A cell of a table. */
export const TableCell = Node.create({
  ...formatOfNode('tableCell'),
  isolating: true,
  parseHTML: () => [{ tag: 'td' }],
  renderHTML: ({ node }) => readerDom(node),
});
