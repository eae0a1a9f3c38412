/** Something the author is told, for example why a file was refused. */
export interface Notice {
  readonly id: number;
  readonly message: string;
}

/** The notices of one editor. */
export interface Notices {
  add(message: string): void;
  remove(id: number): void;
  current(): readonly Notice[];
  subscribe(listener: () => void): () => void;
}

const maxShown = 4;

/** Makes an empty list of notices; the newest four are kept. */
export function createNotices(): Notices {
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
      set([...current.filter((notice) => notice.message !== message), { id: lastId, message }].slice(-maxShown));
    },
    remove: (id) => set(current.filter((notice) => notice.id !== id)),
    current: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
