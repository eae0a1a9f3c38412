import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

const key = new PluginKey<DecorationSet>('noteNumbers');

/** Creates the plugin that numbers footnotes in the order of the text; those with the same content have one number. A key that changes no footnote costs the same in texts of any length. */
export function createNoteNumbersPlugin(): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: (_config, { doc }) => DecorationSet.create(doc, numbersIn(doc)),
      apply: (tr, shown) => {
        if (!tr.docChanged) return shown;
        if (!changesNotes(tr)) return shown.map(tr.mapping, tr.doc);
        return DecorationSet.create(tr.doc, numbersIn(tr.doc));
      },
    },
    props: { decorations: (state) => key.getState(state) },
  });
}

/** Returns true if a step removed, inserted or changed a footnote. One that moves is removed and inserted. */
function changesNotes(tr: Transaction): boolean {
  return tr.mapping.maps.some((map, index) => {
    const [before, after] = [tr.docs[index] ?? tr.before, tr.docs[index + 1] ?? tr.doc];
    let isChanged = false;
    map.forEach((oldFrom, oldTo, newFrom, newTo) => {
      isChanged ||= hasNote(before, oldFrom, oldTo) || hasNote(after, newFrom, newTo);
    });
    return isChanged;
  });
}

function hasNote(doc: Node, from: number, to: number): boolean {
  let isFound = false;
  doc.nodesBetween(from, to, (node) => {
    isFound ||= node.type.name === 'footnote';
    return !isFound;
  });
  return isFound;
}

function numbersIn(doc: Node): Decoration[] {
  const numbers: Decoration[] = [];
  const notes = new Map<string, number>();
  let count = 0;
  doc.descendants((node, pos) => {
    if (node.type.name !== 'footnote') return true;
    // An empty note isn't written yet.
    const key = node.content.size === 0 ? null : JSON.stringify(node.content);
    const own = (key === null ? undefined : notes.get(key)) ?? (count += 1);
    if (key !== null) notes.set(key, own);
    const number = `${own}`;
    numbers.push(Decoration.node(pos, pos + node.nodeSize, { 'data-number': number, 'aria-label': `Footnote ${number}` }, { number }));
    return false;
  });
  return numbers;
}
