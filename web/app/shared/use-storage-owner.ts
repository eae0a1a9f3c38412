import { useSyncExternalStore } from 'react';
import { storageOwner, subscribeStorageOwner } from './browser-storage.ts';

/** Returns the current owner of this browser's storage: a user ID, 'visitor', or undefined while unknown. */
export function useStorageOwner(): string | undefined {
  return useSyncExternalStore(subscribeStorageOwner, storageOwner, () => undefined);
}
