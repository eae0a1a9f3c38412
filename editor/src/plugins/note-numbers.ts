import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

const key = new PluginKey<DecorationSet>('noteNumbers');

/** Creates the plugin that numbers footnotes in the order of the text. */
export function createNoteNumbersPlugin(): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: (_config, { doc }) => DecorationSet.create(doc, numbersIn(doc)),
      apply: (tr, shown) => {
        if (!tr.docChanged) return shown;
        const numbers = numbersIn(tr.doc);
        return numbers.length === 0 ? DecorationSet.empty : DecorationSet.create(tr.doc, numbers);
      },
    },
    props: { decorations: (state) => key.getState(state) },
  });
}

function numbersIn(doc: Node): Decoration[] {
  const numbers: Decoration[] = [];
  doc.descendants((node, pos) => {
    if (node.type.name !== 'footnote') return true;
    const number = `${numbers.length + 1}`;
    numbers.push(Decoration.node(pos, pos + node.nodeSize, { 'data-number': number, 'aria-label': `Footnote ${number}` }));
    return false;
  });
  return numbers;
}
