import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';

/** The line with a caption. */
export const Caption = Node.create({
  ...formatOfNode('caption'),
  defining: true,
  parseHTML: () => [{ tag: 'figure.captioned > figcaption' }],
  renderHTML: () => ['figcaption', 0],
});
