import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';
import { readerDom } from '../views/reader-dom.ts';

/** The placeholder of an image that is being uploaded. */
export const ImageUploadPlaceholder = Node.create({
  ...formatOfNode('imageUploadPlaceholder'),
  draggable: true,
  parseHTML: () => [{ tag: 'div[data-node=imageUploadPlaceholder]' }],
  renderHTML: ({ node }) => readerDom(node),
});
