import { Plugin, type EditorState } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { useSyncExternalStore } from 'react';

/** The view of an editor for React, so that what floats next to the text follows its state. */
export interface ViewStore {
  /** The plugin that connects the view to the store; add it to the editor's plugins. */
  readonly plugin: Plugin;
  /** Returns the view, or null before the editor is mounted and after it's gone. */
  view(): EditorView | null;
  /**
   * Calls the listener after each change of the state, and when the window or scrolling moves the text. Returns a function that stops it.
   */
  subscribe(listener: () => void): () => void;
}

/** Creates a store for one editor. */
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
 * Returns what `select` reads from the state, and reads it again after each change; null before the editor is mounted. It must return the
 * same value (or object) for the same state, as plugin states do.
 */
export function useViewState<Value>(store: ViewStore, select: (state: EditorState, view: EditorView) => Value): Value | null {
  const read = () => {
    const view = store.view();
    return view === null || view.isDestroyed ? null : select(view.state, view);
  };
  return useSyncExternalStore(store.subscribe, read, () => null);
}
