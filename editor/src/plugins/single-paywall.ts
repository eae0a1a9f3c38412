import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { changesStructure } from './structure-changes.ts';

const markerName = 'paywallThreshold';

/** Keeps at most one paywall marker: of several, the original stays. */
export const SinglePaywall = Extension.create({
  name: 'singlePaywall',
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey('singlePaywall'),
      appendTransaction: (transactions, before, state) => {
        if (!transactions.some(({ docChanged }) => docChanged) || !changesStructure(transactions)) return null;
        const positions: number[] = [];
        state.doc.forEach((node, offset) => {
          if (node.type.name === markerName) positions.push(offset);
        });
        if (positions.length < 2) return null;
        let home = -1;
        before.doc.forEach((node, offset) => {
          if (node.type.name === markerName) home = transactions.reduce((pos, { mapping }) => mapping.map(pos), offset);
        });
        const stayingPosition = positions.includes(home) ? home : positions[0];
        const tr = state.tr;
        for (const position of positions.toReversed()) if (position !== stayingPosition) tr.delete(position, position + 1);
        return tr;
      },
    }),
  ],
});
