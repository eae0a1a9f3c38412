import { InputRule, Node } from '@tiptap/core';
import type { Command } from '@tiptap/pm/state';
import { insertFootnote, noteOfTyped, selectNote } from '../commands/insert-footnote.ts';
import { formatOfNode } from '../editor-schema.ts';

/** A footnote. The text shows its number; its own text is edited in a box beside it. */
export const Footnote = Node.create({
  ...formatOfNode('footnote'),
  atom: true,
  selectable: true,
  draggable: false,
  renderHTML: () => ['sup', { class: 'fnref nl-fn' }, ['span', { class: 'nl-fn__text' }, 0]],
  addKeyboardShortcuts() {
    const run = (command: Command) => () => command(this.editor.state, this.editor.view.dispatch, this.editor.view);
    return {
      'Mod-Alt-f': run(insertFootnote),
      Backspace: run(selectNote('before')),
      Delete: run(selectNote('after')),
    };
  },
  addInputRules() {
    return [
      new InputRule({
        find: /\^\[[^[\]]+\]$/u,
        handler: ({ state, range: { from, to } }) => {
          const note = noteOfTyped(state.doc, from + '^['.length, to);
          if (note === null || !state.doc.resolve(from).parent.type.contentMatch.matchType(this.type)) return null;
          state.tr.replaceWith(from, to, note);
          return undefined;
        },
      }),
    ];
  },
});
