import { useEffect, useSyncExternalStore } from 'react';
import { listUserData } from '../browser-storage.ts';
import { useStorageOwner } from '../use-storage-owner.ts';
import type { NewEntry, OutboxEntry } from './outbox-entry.ts';

// What every text's page needs of the outbox before it's loaded.

type Outbox = typeof import('./outbox.ts');

const none: readonly OutboxEntry[] = [];
const listeners = new Set<() => void>();
let outbox: Outbox | null = null;
let loading: Promise<Outbox> | null = null;

const notify = () => {
  for (const listener of [...listeners]) listener();
};

/** Loads the code of the outbox, which few pages need, and starts sending what waits. Rejects if it can't be loaded. */
export function loadOutbox(): Promise<Outbox> {
  loading ??= import('./outbox.ts').then(
    (code) => {
      outbox = code;
      code.subscribeOutbox(notify);
      code.startOutbox();
      notify();
      return code;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns what the current user has in the outbox of this browser, in order. */
export function useOutbox(): readonly OutboxEntry[] {
  const owner = useStorageOwner();
  useEffect(() => {
    if (listUserData('outbox').length > 0) loadOutbox().catch((error: unknown) => console.warn('The outbox couldn’t be loaded.', error));
  }, [owner]);
  return useSyncExternalStore(
    subscribe,
    () => outbox?.outboxEntries() ?? none,
    () => none,
  );
}

/**
 * Lets something wait that couldn't be sent. Resolves to false if it can't wait: the site can be reached and has refused it, the outbox is
 * full, or its code can't be loaded. Without an error it waits behind what waits already.
 */
export async function keepForLater(error: unknown, entry: NewEntry): Promise<boolean> {
  const code = await loadOutbox().catch(() => null);
  return code?.keepEntry(error, entry) ?? false;
}
