import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { changesStructure } from './structure-changes.ts';

/** Rounds the widths of columns to whole pixels within the format's limits, because a zoomed page measures fractions. */
export const WholeWidths = Extension.create({
  name: 'wholeWidths',
  addProseMirrorPlugins: () => [createPlugin()],
});

function createPlugin(): Plugin {
  const checked = new WeakSet<Node>();
  return new Plugin({
    key: new PluginKey('wholeWidths'),
    appendTransaction: (transactions, _before, state) => {
      if (!transactions.some(({ docChanged }) => docChanged) || !changesStructure(transactions)) return null;
      const tr = state.tr;
      state.doc.descendants((node, pos) => {
        if (node.inlineContent || checked.has(node)) return false;
        if (node.type.name === 'table') checked.add(node);
        const widths: unknown = node.attrs['colwidth'];
        if (!Array.isArray(widths)) return true;
        const whole = widths.map((width) => Math.min(4000, Math.max(0, Math.round(Number(width) || 0))));
        if (whole.some((width, index) => width !== widths[index])) tr.setNodeAttribute(pos, 'colwidth', whole);
        return true;
      });
      return tr.docChanged ? tr : null;
    },
  });
}
