import type { EditorState, PluginView, Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/**
 * Puts off what a plugin would append while words are composed (Japanese, Chinese, accents): a change of the document in the
 * middle of it would end the composition. `repair` makes the transaction, null when all is well.
 */
export class AfterComposition {
  #view: EditorView | null = null;
  #isOwed = false;
  readonly #repair: (state: EditorState) => Transaction | null;

  constructor(repair: (state: EditorState) => Transaction | null) {
    this.#repair = repair;
  }

  /** True while words are composed; then the repair is made after it. */
  postpones(): boolean {
    if (this.#view?.composing !== true) return false;
    this.#isOwed = true;
    return true;
  }

  /** The plugin's view: without it nothing is ever put off. */
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
