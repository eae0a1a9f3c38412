/** A message to the author, for example why a file was rejected. */
export interface Notice {
  readonly id: number;
  readonly message: string;
}

/** The messages of one editor. */
export interface Messages {
  add(message: string): void;
  remove(id: number): void;
  current(): readonly Notice[];
  subscribe(listener: () => void): () => void;
}

const maxShown = 4;

/** Creates an empty list of messages; the newest four are kept. */
export function createMessages(): Messages {
  const listeners = new Set<() => void>();
  let lastId = 0;
  let current: readonly Notice[] = [];
  const set = (next: readonly Notice[]) => {
    current = next;
    for (const listener of listeners) listener();
  };
  return {
    add: (message) => {
      lastId += 1;
      set([...current.filter((editorMessage) => editorMessage.message !== message), { id: lastId, message }].slice(-maxShown));
    },
    remove: (id) => set(current.filter((editorMessage) => editorMessage.id !== id)),
    current: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
