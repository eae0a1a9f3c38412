import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';

/** A diagram, written as Mermaid source. */
export const Mermaid = Node.create({
  ...formatOfNode('mermaid'),
  defining: true,
  parseHTML: () => [{ tag: 'pre.mermaid', preserveWhitespace: 'full' }],
  renderHTML: () => ['pre', { class: 'mermaid' }, ['code', 0]],
});
