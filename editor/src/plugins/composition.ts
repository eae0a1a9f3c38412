import type { EditorState, PluginView, Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/**
 * Postpones what a plugin would append during composition (Japanese, Chinese, accents), because a change of the document would end the
 * composition. `repair` returns the transaction, or null if none is needed.
 */
export class AfterComposition {
  #view: EditorView | null = null;
  #isOwed = false;
  readonly #repair: (state: EditorState) => Transaction | null;

  constructor(repair: (state: EditorState) => Transaction | null) {
    this.#repair = repair;
  }

  /** Returns true during composition; the repair follows after it. */
  postpones(): boolean {
    if (this.#view?.composing !== true) return false;
    this.#isOwed = true;
    return true;
  }

  /** The plugin's view. Without it, nothing is postponed. */
  readonly pluginView = (view: EditorView): PluginView => {
    this.#view = view;
    // ProseMirror ends a composition a moment after the browser does.
    const settle = () => {
      if (!this.#isOwed || view.isDestroyed) return;
      if (view.composing) {
        setTimeout(settle, 50);
        return;
      }
      this.#isOwed = false;
      const tr = this.#repair(view.state);
      if (tr !== null) view.dispatch(tr);
    };
    const handleEnd = () => setTimeout(settle, 50);
    view.dom.addEventListener('compositionend', handleEnd);
    return {
      destroy: () => {
        view.dom.removeEventListener('compositionend', handleEnd);
        this.#view = null;
      },
    };
  };
}
