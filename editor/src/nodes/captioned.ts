import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';

/** Code, a table or a diagram with its caption. */
export const Captioned = Node.create({
  ...formatOfNode('captioned'),
  defining: true,
  isolating: true,
  parseHTML: () => [{ tag: 'figure.captioned' }],
  renderHTML: () => ['figure', { class: 'captioned' }, 0],
});
