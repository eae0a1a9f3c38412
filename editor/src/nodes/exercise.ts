import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';
import { readerDom } from '../views/reader-dom.ts';

/** A task that the reader solves with the runnable code in it. */
export const Exercise = Node.create({
  ...formatOfNode('exercise'),
  defining: true,
  parseHTML: () => [{ tag: 'section.exercise' }],
  renderHTML: ({ node }) => readerDom(node),
});
