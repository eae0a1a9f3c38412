import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';

/** A forced line break: Shift+Enter. */
export const HardBreak = Node.create({
  ...formatOfNode('hardBreak'),
  selectable: false,
  linebreakReplacement: true,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  addKeyboardShortcuts() {
    const insert = () =>
      this.editor.commands.first(({ commands }) => [() => commands.exitCode(), () => commands.insertContent({ type: this.name })]);
    return { 'Shift-Enter': insert, 'Mod-Enter': insert };
  },
});
