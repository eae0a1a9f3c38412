import { shortcutKey } from '@newline/ui/shortcut-key';
import { Plugin, PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { barContentOf } from './bar-content.ts';
import { canBeLinked, linkRangeOf, type LinkRange } from './link-commands.ts';

/** The state of the bar in addition to the selection. */
export interface BubbleState {
  /** The range whose link is being typed, or null while the link input is closed. */
  readonly link: LinkRange | null;
  /** True after Escape: the bar stays hidden until the selection changes. */
  readonly isDismissed: boolean;
}

const closed: BubbleState = { link: null, isDismissed: false };
const bubbleKey = new PluginKey<BubbleState>('bubble');

/**
 * Creates the plugin with the bar's state and keys: Mod-K opens the link input, Alt-F10 focuses the bar, Escape hides it, Mod-Alt-/ lists
 * all keys.
 */
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
        // The text stays highlighted while the focus is in the input.
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

/** Returns the state of the bar. */
export function bubbleOf(state: EditorState): BubbleState {
  return bubbleKey.getState(state) ?? closed;
}

/** Opens the link input for the selected text or the link at the caret; null if there is neither. */
export function openLinkInput(state: EditorState): Transaction | null {
  const range = linkRangeOf(state);
  if (range === null || !canBeLinked(state, range)) return null;
  return state.tr.setMeta(bubbleKey, { link: range, isDismissed: false } satisfies BubbleState);
}

/** Closes the link input. */
export function closeLinkInput(tr: Transaction): Transaction {
  return tr.setMeta(bubbleKey, closed);
}
