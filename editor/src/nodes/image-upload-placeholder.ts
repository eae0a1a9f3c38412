import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';
import { readerDom } from '../views/reader-dom.ts';

/** Stands for an image while it is sent. */
export const ImageUploadPlaceholder = Node.create({
  ...formatOfNode('imageUploadPlaceholder'),
  draggable: true,
  parseHTML: () => [{ tag: 'div[data-node=imageUploadPlaceholder]' }],
  renderHTML: ({ node }) => readerDom(node),
});
