import { shortcutKey } from '@newline/ui/shortcut-key';
import { Plugin, PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { barContentOf } from './bar-content.ts';
import { canBeLinked, linkRangeOf, type LinkRange } from './link-commands.ts';

/** What the bar is doing beside showing what is selected. */
export interface BubbleState {
  /** The stretch whose link is being typed; null while the link input is closed. */
  readonly link: LinkRange | null;
  /** Escape was pressed: it stays away until something else is selected. */
  readonly isDismissed: boolean;
}

const closed: BubbleState = { link: null, isDismissed: false };
const bubbleKey = new PluginKey<BubbleState>('bubble');

/** The bar's state and keys: Mod-K opens the link input, Alt-F10 goes into the bar, Escape sends it away, Mod-Alt-/ lists all keys. */
export function createBubblePlugin(focusBar: (view: EditorView) => boolean, openHelp: () => void): Plugin<BubbleState> {
  return new Plugin<BubbleState>({
    key: bubbleKey,
    state: {
      init: () => closed,
      apply(tr, previous) {
        const change = tr.getMeta(bubbleKey) as BubbleState | undefined;
        if (change !== undefined) return change;
        if (tr.selectionSet) return previous === closed ? previous : closed;
        if (!tr.docChanged || previous.link === null) return previous;
        const { from, to, href } = previous.link;
        const mapped = { from: tr.mapping.map(from, 1), to: tr.mapping.map(to, -1), href };
        return mapped.from < mapped.to ? { ...previous, link: mapped } : closed;
      },
    },
    props: {
      decorations(state) {
        const link = bubbleKey.getState(state)?.link ?? null;
        // The words stay marked while the focus is in the input.
        return link === null ? null : DecorationSet.create(state.doc, [Decoration.inline(link.from, link.to, { class: 'link-range' })]);
      },
      handleKeyDown(view, event) {
        const isMod = event.ctrlKey || event.metaKey;
        if (event.key === 'F10' && event.altKey) return focusBar(view);
        if (isMod && event.altKey && shortcutKey(event) === '/') {
          openHelp();
          return true;
        }
        if (isMod && !event.shiftKey && !event.altKey && shortcutKey(event) === 'k') {
          const tr = openLinkInput(view.state);
          if (tr !== null) view.dispatch(tr);
          return tr !== null;
        }
        if (event.key === 'Escape' && barContentOf(view.state) !== null && bubbleKey.getState(view.state)?.isDismissed === false) {
          view.dispatch(view.state.tr.setMeta(bubbleKey, { link: null, isDismissed: true } satisfies BubbleState));
          return true;
        }
        return false;
      },
    },
  });
}

/** What the bar is doing. */
export function bubbleOf(state: EditorState): BubbleState {
  return bubbleKey.getState(state) ?? closed;
}

/** Opens the link input for the selected words, or for the link at the caret; null when there is neither. */
export function openLinkInput(state: EditorState): Transaction | null {
  const range = linkRangeOf(state);
  if (range === null || !canBeLinked(state, range)) return null;
  return state.tr.setMeta(bubbleKey, { link: range, isDismissed: false } satisfies BubbleState);
}

/** Closes the link input. */
export function closeLinkInput(tr: Transaction): Transaction {
  return tr.setMeta(bubbleKey, closed);
}
