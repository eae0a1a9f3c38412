import { useEffect, useRef } from 'react';
import { takeIntent } from '../browser-storage.ts';

const parameter = 'intent';

/** The path with the key of what a visitor pressed. */
export function withIntent(path: string, key: string): string {
  const url = new URL(path, 'https://host.invalid');
  url.searchParams.set(parameter, key);
  return `${url.pathname}${url.search}${url.hash}`;
}

/**
 * Does what the user pressed as a visitor, before they signed in or up, once the page knows that they're signed in. Only this browser knows what
 * it was, and only the URL of the way back has its key, so a link from elsewhere does nothing.
 *
 * @param userId null for a visitor and as long as nobody knows
 * @param act does it, by the name that `openLogin` was given as `press`
 */
export function usePressBefore(userId: string | null, perform: (press: string) => void): void {
  const latest = useRef(perform);
  latest.current = perform;
  useEffect(() => {
    if (userId === null) return;
    const url = new URL(window.location.href);
    const key = url.searchParams.get(parameter);
    if (key === null) return;
    url.searchParams.delete(parameter);
    window.history.replaceState(window.history.state, '', url);
    const press = takeIntent(key);
    if (press !== null) latest.current(press);
  }, [userId]);
}
