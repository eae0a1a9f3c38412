import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';
import { readerDom } from '../views/reader-dom.ts';

/** A link to the item's repository. */
export const ProtectedRepositoryLink = Node.create({
  ...formatOfNode('protectedRepositoryLink'),
  draggable: true,
  parseHTML: () => [{ tag: 'p.repository' }],
  renderHTML: ({ node }) => readerDom(node),
});
