import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/**
 * Marks the block with the caret, so that the style sheet does not leave it out of layout: in a block that a browser has not laid
 * out yet, as one that was made a moment ago, the next letter would land beside its line. While typing nothing of it changes.
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
