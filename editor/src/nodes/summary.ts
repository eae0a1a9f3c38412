import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';
import { readerDom } from '../views/reader-dom.ts';

/** A box with what the reader should remember. */
export const Summary = Node.create({
  ...formatOfNode('summary'),
  defining: true,
  parseHTML: () => [{ tag: 'section.summary' }],
  renderHTML: ({ node }) => readerDom(node),
});
