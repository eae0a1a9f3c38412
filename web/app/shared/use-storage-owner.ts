import { useSyncExternalStore } from 'react';
import { storageOwner, subscribeStorageOwner } from './browser-storage.ts';

/** Whose data this browser's storage gives now: a user id, 'visitor', or undefined as long as the page does not know. */
export function useStorageOwner(): string | undefined {
  return useSyncExternalStore(subscribeStorageOwner, storageOwner, () => undefined);
}
