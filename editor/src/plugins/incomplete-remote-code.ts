import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { changesStructure } from './structure-changes.ts';

/** Removes remote code that has lost its header or its code, for which the schema would otherwise add an empty one. */
export const IncompleteRemoteCode = Extension.create({
  name: 'incompleteRemoteCode',
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey('incompleteRemoteCode'),
      appendTransaction: (transactions, _before, state) => {
        if (!transactions.some(({ docChanged }) => docChanged) || !changesStructure(transactions)) return null;
        const ranges: { readonly from: number; readonly to: number }[] = [];
        state.doc.descendants((node, pos) => {
          if (node.type.name === 'remoteCodeBlock' && isIncomplete(node)) ranges.push({ from: pos, to: pos + node.nodeSize });
          return !node.inlineContent;
        });
        if (ranges.length === 0) return null;
        const tr = state.tr;
        for (const { from, to } of ranges.toReversed()) tr.delete(from, to);
        return tr;
      },
    }),
  ],
});

function isIncomplete(node: Node): boolean {
  const code = node.maybeChild(1);
  // Inserted code says that it's remote, even while it's empty and loading; code that fills a gap doesn't.
  return node.childCount < 2 || code?.attrs['locality'] !== 'remote';
}
