import { Plugin, type EditorState } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { useSyncExternalStore } from 'react';

/** The view of an editor, for React: what floats beside the text follows its state. */
export interface ViewStore {
  /** Hands the view over to the store; belongs among the editor's plugins. */
  readonly plugin: Plugin;
  /** The view, or null before the editor stands and after it is gone. */
  view(): EditorView | null;
  /** Told after each change of the state, and when the window or what scrolls moves the text. Returns the way out. */
  subscribe(listener: () => void): () => void;
}

/** Makes a store for one editor. */
export function createViewStore(): ViewStore {
  const listeners = new Set<() => void>();
  let current: EditorView | null = null;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    plugin: new Plugin({
      view: (view) => {
        current = view;
        tell();
        return {
          update: tell,
          destroy: () => {
            if (current === view) current = null;
            tell();
          },
        };
      },
      props: {
        handleDOMEvents: {
          focus: () => {
            queueMicrotask(tell);
            return false;
          },
          blur: () => {
            queueMicrotask(tell);
            return false;
          },
        },
      },
    }),
    view: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * What `select` reads from the state, read again after each change; null before the editor stands. It must give the same value (or
 * object) for the same state, as plugin states do.
 */
export function useViewState<Value>(store: ViewStore, select: (state: EditorState, view: EditorView) => Value): Value | null {
  const read = () => {
    const view = store.view();
    return view === null || view.isDestroyed ? null : select(view.state, view);
  };
  return useSyncExternalStore(store.subscribe, read, () => null);
}
