import { Node, nodeInputRule } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';

/** A line across the text; `---`, or `___` or `***` and a space, make one. */
export const HorizontalRule = Node.create({
  ...formatOfNode('horizontalRule'),
  parseHTML: () => [{ tag: 'hr' }],
  renderHTML: () => ['hr'],
  addInputRules() {
    return [nodeInputRule({ find: /^(?:---|—-|___\s|\*\*\*\s)$/u, type: this.type })];
  },
});
