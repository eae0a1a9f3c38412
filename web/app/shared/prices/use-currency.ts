import { useSyncExternalStore } from 'react';
import { readDevice, writeDevice } from '../browser-storage.ts';

const listeners = new Set<() => void>();

/** Returns the currency that was selected on this device; null without one, and on the server, whose pages are the same for everyone. */
export function useCurrency(): string | null {
  return useSyncExternalStore(subscribe, readCurrency, () => null);
}

/** Remembers the selected currency on this device. */
export function selectCurrency(currency: string): void {
  writeDevice('currency', currency);
  for (const listener of listeners) listener();
}

const readCurrency = () => readDevice('currency');

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab selected one.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
