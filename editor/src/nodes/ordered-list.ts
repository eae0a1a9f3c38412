import { Node, wrappingInputRule } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';
import { readerDom } from '../views/reader-dom.ts';

/** A numbered list, created by `1.` and a space. */
export const OrderedList = Node.create({
  ...formatOfNode('orderedList'),
  parseHTML: () => [{ tag: 'ol', getAttrs: (element) => ({ start: Number(element.getAttribute('start') ?? 1) || 1 }) }],
  renderHTML({ node }) {
    const before = Number(node.attrs['start']) - 1;
    // If the first item sets the counter instead of the list, its start is set here.
    return before === 0 ? readerDom(node) : ['ol', { start: before + 1, style: `counter-reset:o ${before};--before:${before}` }, 0];
  },
  addKeyboardShortcuts() {
    return { 'Mod-Shift-7': () => this.editor.commands.toggleList(this.name, 'listItem') };
  },
  addInputRules() {
    return [
      wrappingInputRule({
        find: /^(\d{1,6})\.\s$/u,
        type: this.type,
        getAttributes: (match) => ({ start: Number(match[1]) }),
        joinPredicate: (match, node) => node.childCount + Number(node.attrs['start']) === Number(match[1]),
      }),
    ];
  },
});
