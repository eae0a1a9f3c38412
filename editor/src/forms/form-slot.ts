/** The slot for the open form: an element between the blocks that the view creates and React fills. */
export interface FormSlot {
  current(): HTMLElement | null;
  set(element: HTMLElement | null): void;
  subscribe(listener: () => void): () => void;
}

/** Creates the slot for one editor's forms. */
export function createFormSlot(): FormSlot {
  const listeners = new Set<() => void>();
  let current: HTMLElement | null = null;
  return {
    current: () => current,
    set: (element) => {
      current = element;
      // The view creates the element while it renders, so React can only read it afterward.
      queueMicrotask(() => {
        for (const listener of listeners) listener();
      });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
