import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';
import { readerDom } from '../views/reader-dom.ts';

/** An item of a list. */
export const ListItem = Node.create({
  ...formatOfNode('listItem'),
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: ({ node }) => readerDom(node),
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      Tab: () => this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
    };
  },
});
