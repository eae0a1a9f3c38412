import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';
import { readerDom } from '../views/reader-dom.ts';

/** A heading cell of a table. */
export const TableHeader = Node.create({
  ...formatOfNode('tableHeader'),
  isolating: true,
  parseHTML: () => [{ tag: 'th' }],
  renderHTML: ({ node }) => readerDom(node),
});
