import { Node, textblockTypeInputRule } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';
import { readerDom } from '../views/reader-dom.ts';

const levels = [1, 2, 3, 4, 5, 6] as const;

/** A heading of level 1 to 6, created by `#` to `######` and a space. */
export const Heading = Node.create({
  ...formatOfNode('heading'),
  defining: true,
  parseHTML: () => levels.map((level) => ({ tag: `h${level}:not([data-title])`, attrs: { level } })),
  renderHTML: ({ node }) => readerDom(node),
  addKeyboardShortcuts() {
    return Object.fromEntries(
      levels.map((level) => [`Mod-Alt-${level}`, () => this.editor.commands.toggleNode(this.name, 'paragraph', { level })]),
    );
  },
  addInputRules() {
    return [
      textblockTypeInputRule({
        find: /^(#{1,6})\s$/u,
        type: this.type,
        getAttributes: (match) => ({ level: match[1]?.length ?? 1 }),
      }),
    ];
  },
});
