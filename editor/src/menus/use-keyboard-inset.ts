import { useSyncExternalStore } from 'react';

const phone = '(max-width: 719px)';

/** Returns true if the window is as narrow as a phone's. */
export function usePhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(phone);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(phone).matches,
    () => false,
  );
}

/** Returns the height of the window's part under the on-screen keyboard, in pixels. */
export function useKeyboardInset(): number {
  return useSyncExternalStore(
    (listener) => {
      const viewport = window.visualViewport;
      viewport?.addEventListener('resize', listener);
      viewport?.addEventListener('scroll', listener);
      return () => {
        viewport?.removeEventListener('resize', listener);
        viewport?.removeEventListener('scroll', listener);
      };
    },
    () => {
      const viewport = window.visualViewport;
      return viewport === null ? 0 : Math.max(0, Math.round(window.innerHeight - viewport.height - viewport.offsetTop));
    },
    () => 0,
  );
}
