import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';
import { readerDom } from '../views/reader-dom.ts';

/** A project in an online editor. */
export const IdeEmbed = Node.create({
  ...formatOfNode('ideEmbed'),
  draggable: true,
  parseHTML: () => [{ tag: 'div[data-node=ideEmbed]' }],
  renderHTML: ({ node }) => readerDom(node),
});
