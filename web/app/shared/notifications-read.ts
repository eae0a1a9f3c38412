import { subscribeTabs, notifyTabs } from './browser-tabs.ts';

const listeners = new Set<() => void>();

/** Calls the listener whenever notifications were marked as read, in this tab or another. Returns a function that unsubscribes. */
export function onNotificationsRead(listener: () => void): () => void {
  listeners.add(listener);
  const stopListening = subscribeTabs((message) => {
    if (message.kind === 'changed' && message.what === 'notifications') listener();
  });
  return () => {
    listeners.delete(listener);
    stopListening();
  };
}

/** Announces that the server has marked notifications as read, so that counts are refreshed. */
export function announceNotificationsRead(): void {
  for (const listener of listeners) listener();
  notifyTabs({ kind: 'changed', what: 'notifications', id: '' });
}
