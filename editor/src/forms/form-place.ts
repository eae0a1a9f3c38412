/** Where in the page the open form is drawn: an element between the blocks that the view makes and React fills. */
export interface FormPlace {
  current(): HTMLElement | null;
  set(element: HTMLElement | null): void;
  subscribe(listener: () => void): () => void;
}

/** Makes the place of one editor's forms. */
export function createFormPlace(): FormPlace {
  const listeners = new Set<() => void>();
  let current: HTMLElement | null = null;
  return {
    current: () => current,
    set: (element) => {
      current = element;
      // The view makes the element while it draws: React may look at it only after.
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
