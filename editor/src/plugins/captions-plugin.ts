import { CaptionNumbers, type Caption } from '@newline/document/captions';
import type { DocumentNode } from '@newline/document/document-node';
import { followingText, planFollowing } from '@newline/document/follow-numbers';
import { outlineOf } from '@newline/document/outline';
import { chainCommands } from '@tiptap/pm/commands';
import { keydownHandler } from '@tiptap/pm/keymap';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { AddMarkStep } from '@tiptap/pm/transform';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { addCaption, removeCaption } from '../commands/add-caption.ts';
import { deleteCaptioned } from '../commands/delete-captioned.ts';
import { AfterComposition } from './composition.ts';
import { changesStructure } from './structure-changes.ts';

/** A block with a caption in the editor. */
export interface PlacedCaption extends Caption {
  readonly node: Node;
  readonly pos: number;
}

const key = new PluginKey<readonly PlacedCaption[]>('captions');

/** Returns the blocks with captions of a state, in order. */
export function captionsIn(state: EditorState): readonly PlacedCaption[] {
  return key.getState(state) ?? [];
}

/** Creates the plugin that shows numbers before captions, keeps links to them right, and handles the keys of captions. */
export function createCaptionsPlugin(): Plugin {
  const later = new AfterComposition((state) => followIn(state)?.setMeta('addToHistory', false) ?? null);
  return new Plugin<readonly PlacedCaption[]>({
    key,
    view: later.pluginView,
    state: {
      init: (_config, { doc }) => findCaptions(doc),
      apply: (tr, captions) => {
        if (!tr.docChanged) return captions;
        if (changesStructure([tr])) return findCaptions(tr.doc);
        return captions.flatMap((caption) => {
          const pos = tr.mapping.map(caption.pos);
          const node = tr.doc.nodeAt(pos);
          return node === null ? [] : [{ ...caption, pos, node }];
        });
      },
    },
    appendTransaction: (transactions, _before, state) => {
      const isConcerned =
        changesStructure(transactions) || transactions.some(({ steps }) => steps.some((step) => step instanceof AddMarkStep));
      return !isConcerned || later.postpones() ? null : followIn(state);
    },
    props: {
      decorations: (state) => DecorationSet.create(state.doc, captionsIn(state).flatMap(decorate)),
      handleKeyDown: keydownHandler({
        'Mod-Shift-l': addCaption,
        Backspace: chainCommands(removeCaption, deleteCaptioned),
        Delete: deleteCaptioned,
      }),
    },
  });
}

function findCaptions(doc: Node): readonly PlacedCaption[] {
  const numbers = new CaptionNumbers();
  const captions: PlacedCaption[] = [];
  doc.descendants((node, pos) => {
    const caption = numbers.next({ type: node.type.name, attributes: node.attrs, first: node.firstChild?.type.name });
    if (caption !== null) captions.push({ ...caption, node, pos });
    return !node.inlineContent;
  });
  return captions;
}

/** Shows the number before a caption, and a hint in an empty one: after the number, if there is one. */
function decorate({ node, pos, label }: PlacedCaption): Decoration[] {
  const isImage = node.type.name === 'image';
  const line = isImage ? node : node.lastChild;
  if (line === null) return [];
  const end = pos + node.nodeSize - (isImage ? 0 : 1);
  const start = isImage ? pos + 1 : end - line.nodeSize + 1;
  const isEmpty = line.content.size === 0;
  if (label === '') {
    // The view of an image shows its own hint.
    return isEmpty && !isImage ? [Decoration.node(start - 1, end, { class: 'is-empty', 'data-placeholder': hint })] : [];
  }
  return [Decoration.widget(start, () => numberElement(label, isEmpty), { side: -1, key: `${label} ${isEmpty}`, ignoreSelection: true })];
}

/** The hint in an empty caption. */
const hint = 'Caption';

function numberElement(label: string, isEmpty: boolean): HTMLElement {
  const element = document.createElement('span');
  element.className = 'caption__number';
  element.contentEditable = 'false';
  element.textContent = `${label}: `;
  if (isEmpty) element.dataset['placeholder'] = hint;
  return element;
}

/** Returns the transaction after which links have the right numbers and lead to fixed anchors, or null if there is nothing to change. */
function followIn(state: EditorState): Transaction | null {
  const captions = captionsIn(state);
  if (captions.length === 0) return null;
  const links: { readonly node: Node; readonly pos: number; readonly anchor: string }[] = [];
  state.doc.descendants((node, pos) => {
    const href: unknown = node.isText ? node.marks.find(({ type }) => type.name === 'link')?.attrs['href'] : undefined;
    if (typeof href === 'string' && href.startsWith('#')) links.push({ node, pos, anchor: href.slice(1) });
  });
  const following = planFollowing(
    captions.map((caption) => ({ ...caption, node: caption.pos, anchor: caption.node.attrs['anchor'] as unknown })),
    new Set(links.map(({ anchor }) => anchor)),
    () => new Set(outlineOf(state.doc.toJSON() as DocumentNode).map(({ id }) => id)),
  );
  const tr = state.tr;
  for (const [pos, anchor] of following.anchors) tr.setNodeAttribute(pos, 'anchor', anchor);
  for (const { node, pos, anchor } of links.toReversed()) {
    const text = followingText(node.text ?? '', anchor, following.labels);
    if (text !== null) tr.replaceWith(pos, pos + node.nodeSize, state.schema.text(text, node.marks));
  }
  return tr.docChanged ? tr : null;
}
