import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';
import { readerDom } from '../views/reader-dom.ts';

/** A page of an allowed host in a frame. */
export const IframeEmbed = Node.create({
  ...formatOfNode('iframeEmbed'),
  draggable: true,
  parseHTML: () => [{ tag: 'div[data-node=iframeEmbed]' }],
  renderHTML: ({ node }) => readerDom(node),
});
