const listeners = new Set<() => void>();

/** Calls back each time notices were marked as read on this page; gives what ends that. */
export function onNoticesRead(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells that the server took note of notices as read: what was counted before is old. */
export function tellNoticesRead(): void {
  for (const listener of listeners) listener();
}
