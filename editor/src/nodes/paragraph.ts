import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';
import { readerDom } from '../views/reader-dom.ts';

/** A paragraph. */
export const Paragraph = Node.create({
  ...formatOfNode('paragraph'),
  priority: 1000,
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: ({ node }) => readerDom(node),
  addKeyboardShortcuts() {
    return { 'Mod-Alt-0': () => this.editor.commands.setNode(this.name) };
  },
});
