import { Node, wrappingInputRule } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';
import { readerDom } from '../views/reader-dom.ts';

/** A bulleted list; `-`, `*` or `+` and a space make one. */
export const BulletList = Node.create({
  ...formatOfNode('bulletList'),
  parseHTML: () => [{ tag: 'ul' }],
  renderHTML: ({ node }) => readerDom(node),
  addKeyboardShortcuts() {
    return { 'Mod-Shift-8': () => this.editor.commands.toggleList(this.name, 'listItem') };
  },
  addInputRules() {
    return [wrappingInputRule({ find: /^\s*[-+*]\s$/u, type: this.type })];
  },
});
