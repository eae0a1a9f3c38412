import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';
import { readerDom } from '../views/reader-dom.ts';

/** An image with its caption. */
export const Image = Node.create({
  ...formatOfNode('image'),
  defining: true,
  isolating: true,
  draggable: true,
  parseHTML: () => [{ tag: 'figure.fig' }],
  renderHTML: ({ node }) => readerDom(node),
});
