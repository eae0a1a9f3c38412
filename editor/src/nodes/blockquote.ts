import { Node, wrappingInputRule } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';
import { readerDom } from '../views/reader-dom.ts';

/** A quotation, created by `>` and a space. */
export const Blockquote = Node.create({
  ...formatOfNode('blockquote'),
  defining: true,
  parseHTML: () => [{ tag: 'blockquote' }],
  renderHTML: ({ node }) => readerDom(node),
  addKeyboardShortcuts() {
    return { 'Mod-Shift-b': () => this.editor.commands.toggleWrap(this.name) };
  },
  addInputRules() {
    return [wrappingInputRule({ find: /^\s*>\s$/u, type: this.type })];
  },
});
