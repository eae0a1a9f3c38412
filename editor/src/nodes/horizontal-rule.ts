import { Node, nodeInputRule } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';

/** A horizontal line, created by `---`, or by `___` or `***` and a space. */
export const HorizontalRule = Node.create({
  ...formatOfNode('horizontalRule'),
  parseHTML: () => [{ tag: 'hr' }],
  renderHTML: () => ['hr'],
  addInputRules() {
    return [nodeInputRule({ find: /^(?:---|—-|___\s|\*\*\*\s)$/u, type: this.type })];
  },
});
