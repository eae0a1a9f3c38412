import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/**
 * Marks the block with the caret, so that the style sheet doesn't skip its layout: in a block without layout, such as a new one, the next
 * character would be shown outside its line. Doesn't change while typing.
 */
export const CurrentBlock = Extension.create({
  name: 'currentBlock',
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey('currentBlock'),
      props: {
        decorations: ({ doc, selection: { $head } }) => {
          if ($head.depth === 0) return null;
          return DecorationSet.create(doc, [Decoration.node($head.before(1), $head.after(1), { class: 'is-current' })]);
        },
      },
    }),
  ],
});
