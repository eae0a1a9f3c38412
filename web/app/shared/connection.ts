const offlineText = 'You’re offline. This page stays open. Continue when you’re back online.';
const unsavedText = 'You’re offline, so that wasn’t saved. Try again when you’re back online.';
const unreachableText = "The site can't be reached. Check your connection and try again.";

const noteId = 'connection-note';

/**
 * Says at the lower edge that the connection is away, until it's back. It's made of plain elements, because nothing can be loaded any more.
 */
function say(text: string): void {
  const note = document.getElementById(noteId) ?? document.createElement('p');
  note.id = noteId;
  note.setAttribute('role', 'status');
  note.style.cssText =
    'position:fixed;inset:auto 1rem 1rem;margin:0 auto;width:fit-content;z-index:100;padding:.625rem 1rem;background:var(--ink);color:var(--on-ink);border-radius:var(--r-2);box-shadow:var(--sh-float)';
  // Into the page first, and the text into it afterwards: only then it's read out.
  document.body.append(note);
  note.textContent = '';
  requestAnimationFrame(() => (note.textContent = text));
}

/** Says that what the user pressed wasn't saved, when that's because the browser is offline. */
export function sayIfOffline(): void {
  if (!navigator.onLine) say(unsavedText);
}

/** Whether the site answers at all. */
async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await fetch('/healthz', { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

/** True once code of a page could not be loaded: the router waits for it until this page is left. */
let isCodeMissing = false;

/** Does what would load another page, unless that would only show the browser's error page: then it says so, and this page stays. */
export async function loadIfReachable(load: () => void): Promise<void> {
  if (await isReachable()) return load();
  isCodeMissing = true;
  say(navigator.onLine ? unreachableText : offlineText);
}

/** Leaves a press on a link to the browser, which loads its page whole, where the router would wait for code that never comes. */
function leaveToBrowser(event: MouseEvent): void {
  if (isCodeMissing && navigator.onLine && event.target instanceof Element && event.target.closest('a[href]'))
    event.stopImmediatePropagation();
}

/** Loads of another page that can be stopped, as far as this site needs them (https://html.spec.whatwg.org/#the-navigateevent-interface). */
type LoadEvent = Event & {
  readonly destination: { readonly url: string; readonly sameDocument: boolean };
  readonly navigationType: 'push' | 'replace' | 'reload' | 'traverse';
  readonly downloadRequest: string | null;
};

/**
 * Keeps the page while the connection is away: a link or a form says so instead of loading the browser's error page. Pages that the router loads
 * say so themselves (`newline:unreachable`, see server/router-flags-plugin.ts).
 */
export function stayWithoutConnection(): void {
  const { navigation } = window as { navigation?: EventTarget };
  navigation?.addEventListener('navigate', (event) => {
    const { destination, navigationType, downloadRequest } = event as LoadEvent;
    const isLoad = !destination.sameDocument && downloadRequest === null && /^https?:/.test(destination.url);
    if (navigator.onLine || !isLoad || !event.cancelable || navigationType === 'reload' || navigationType === 'traverse') return;
    event.preventDefault();
    say(offlineText);
  });
  addEventListener('newline:unreachable', () => say(navigator.onLine ? unreachableText : offlineText));
  addEventListener('click', leaveToBrowser, { capture: true });
  addEventListener('online', () => document.getElementById(noteId)?.remove());
}
