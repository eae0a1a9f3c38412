import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';
import { readerDom } from '../views/reader-dom.ts';

/** Embedded content from another site. */
export const Embed = Node.create({
  ...formatOfNode('embed'),
  draggable: true,
  parseHTML: () => [{ tag: 'div[data-node=embed]' }],
  renderHTML: ({ node }) => readerDom(node),
});
