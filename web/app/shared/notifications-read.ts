import { subscribeTabs, tellTabs } from './browser-tabs.ts';

const listeners = new Set<() => void>();

/** Calls the listener each time notifications were marked as read, in this tab or another one. Returns what ends that. */
export function onNotificationsRead(listener: () => void): () => void {
  listeners.add(listener);
  const stopHearing = subscribeTabs((message) => {
    if (message.kind === 'changed' && message.what === 'notifications') listener();
  });
  return () => {
    listeners.delete(listener);
    stopHearing();
  };
}

/** Says that the server has stored notifications as read: what was counted before is old. */
export function announceNotificationsRead(): void {
  for (const listener of listeners) listener();
  tellTabs({ kind: 'changed', what: 'notifications', id: '' });
}
