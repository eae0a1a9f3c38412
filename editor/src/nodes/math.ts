import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';

/** A formula, written in TeX. */
export const MathBlock = Node.create({
  ...formatOfNode('math'),
  defining: true,
  parseHTML: () => [{ tag: 'pre.math', preserveWhitespace: 'full' }],
  renderHTML: () => ['pre', { class: 'math' }, ['code', 0]],
});
