import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { titleNodeName } from '../editor-schema.ts';

/** The range of a discussion's text in the document below the title; without positions, the text is gone. */
export interface EditorAnchor {
  readonly discussionId: string;
  readonly from: number | null;
  readonly to: number | null;
}

interface Tracked {
  readonly discussionId: string;
  readonly from: number;
  readonly to: number;
  /** The text that was deleted here, or null while it exists. */
  readonly lost: string | null;
}

/** The anchors, or null if they can't be followed anymore because the whole text was replaced. */
type Anchors = readonly Tracked[] | null;

const key = new PluginKey<Anchors>('anchors');

/** Follows the text of annotations through all changes, and highlights it except in the block with the caret. */
export const AnchorTracking = Extension.create<{ anchors: readonly EditorAnchor[] }>({
  name: 'anchorTracking',
  addOptions: () => ({ anchors: [] }),
  addProseMirrorPlugins() {
    const { anchors } = this.options;
    let shown: { anchors: Anchors; block: number; doc: Node; decorations: DecorationSet } | null = null;
    return [
      new Plugin<Anchors>({
        key,
        state: {
          init: (_config, { doc }) =>
            anchors.flatMap(({ discussionId, from, to }) => {
              const base = titleSizeOf(doc);
              const isThere = from !== null && to !== null && from < to && to + base <= doc.content.size;
              return isThere ? [{ discussionId, from: from + base, to: to + base, lost: null }] : [];
            }),
          apply: (transaction, before) => (transaction.docChanged ? follow(transaction, before) : before),
        },
        props: {
          decorations: (state) => {
            const tracked = key.getState(state) ?? [];
            if (tracked.length === 0) return null;
            // No decorations around the caret: an input method would lose its position there.
            const { $head } = state.selection;
            const block = $head.depth === 0 ? -1 : $head.before(1);
            if (shown?.anchors !== tracked || shown.block !== block || shown.doc !== state.doc) {
              const rendered = tracked.filter(
                ({ from, to, lost }) => lost === null && (block === -1 || to <= block || from >= $head.after(1)),
              );
              const decorations = rendered.map(({ from, to }) => Decoration.inline(from, to, { class: 'nl-annotated' }));
              shown = { anchors: tracked, block, doc: state.doc, decorations: DecorationSet.create(state.doc, decorations) };
            }
            return shown.decorations;
          },
        },
      }),
    ];
  },
});

/** Returns the current ranges of annotated text, or undefined if the editor doesn't know them. */
export function anchorsOf(state: EditorState): readonly EditorAnchor[] | undefined {
  const tracked = key.getState(state);
  if (!tracked || tracked.length === 0) return undefined;
  const base = titleSizeOf(state.doc);
  return tracked.map(({ discussionId, from, to, lost }) =>
    lost === null ? { discussionId, from: from - base, to: to - base } : { discussionId, from: null, to: null },
  );
}

function titleSizeOf(doc: Node): number {
  return doc.firstChild?.type.name === titleNodeName ? doc.firstChild.nodeSize : 0;
}

function follow(transaction: Transaction, anchors: Anchors): Anchors {
  if (anchors === null || isReplacedWhole(transaction)) return null;
  return anchors.map((anchor): Tracked => {
    const { mapping, before, doc } = transaction;
    if (anchor.lost !== null) return comeBack(transaction, anchor, anchor.lost);
    const [from, to] = [mapping.map(anchor.from, 1), mapping.map(anchor.to, -1)];
    if (from < to && textOfRange(doc, from, to).trim() !== '') return { ...anchor, from, to };
    const at = mapping.map(anchor.from, -1);
    return { ...anchor, from: at, to: at, lost: textOfRange(before, anchor.from, anchor.to) };
  });
}

/** Restores deleted text when a change, usually an undo, puts the same text back at its position. */
function comeBack(transaction: Transaction, anchor: Tracked, lost: string): Tracked {
  const at = transaction.mapping.map(anchor.from, -1);
  const restored = { ...anchor, from: at, to: at };
  let isInserted = false;
  for (const [index, map] of transaction.mapping.maps.entries()) {
    map.forEach((_from, _to, newFrom, newTo) => {
      const rest = transaction.mapping.slice(index + 1);
      const [from, to] = [rest.map(newFrom, -1), rest.map(newTo, 1)];
      if (from <= at && at + lost.length <= to) isInserted = true;
    });
  }
  const end = at + lost.length;
  const isBack = isInserted && end <= transaction.doc.content.size && textOfRange(transaction.doc, at, end) === lost;
  return isBack ? { ...restored, to: end, lost: null } : restored;
}

function isReplacedWhole({ mapping, before }: Transaction): boolean {
  const [first] = mapping.maps;
  let isWhole = false;
  first?.forEach((from, to) => {
    if (from === 0 && to === before.content.size) isWhole = true;
  });
  return isWhole;
}

/** Returns the text of a range, with one character for each position. */
function textOfRange(doc: Node, from: number, to: number): string {
  return doc.textBetween(from, to, '\n', '\n');
}
