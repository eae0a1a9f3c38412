import { Node, wrappingInputRule } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';
import { readerDom } from '../views/reader-dom.ts';

/** A bulleted list, created by `-`, `*` or `+` and a space. */
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
