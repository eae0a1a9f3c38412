/** A button of a message. */
export interface MessageAction {
  readonly label: string;
  run(): void;
}

/** A message to the author, for example why a file was rejected. */
export interface Notice {
  readonly id: number;
  readonly message: string;
  readonly actions: readonly MessageAction[];
}

/** The messages of one editor. */
export interface Messages {
  /** Only the newest message has actions. */
  add(message: string, actions?: readonly MessageAction[]): void;
  remove(id: number): void;
  /** Removes the actions; if what the messages with actions are about was undone, also those messages. */
  endActions(isUndone: boolean): void;
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
  const withoutActions = (all: readonly Notice[]) =>
    all.map((notice) => (notice.actions.length === 0 ? notice : { ...notice, actions: [] }));
  return {
    add: (message, actions = []) => {
      lastId += 1;
      const others = current.filter((notice) => notice.message !== message);
      const older = actions.length === 0 ? others : withoutActions(others);
      set([...older, { id: lastId, message, actions }].slice(-maxShown));
    },
    remove: (id) => set(current.filter((notice) => notice.id !== id)),
    endActions: (isUndone) => {
      if (current.every(({ actions }) => actions.length === 0)) return;
      set(isUndone ? current.filter(({ actions }) => actions.length === 0) : withoutActions(current));
    },
    current: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
