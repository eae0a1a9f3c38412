import { goneStatuses, hasWorker, isCopy } from './offline/worker-controller.ts';

const offlineText = 'You’re offline. This page stays open. Continue when you’re back online.';
const unsavedText = 'You’re offline, so that wasn’t saved. Try again when you’re back online.';
const unreachableText = 'We can’t reach the site. Check your connection and try again.';

const noteId = 'connection-note';

/**
 * Shows a message at the bottom of the page while the connection is lost or code is missing, until the connection is back. It's made of
 * plain elements, because no code can be loaded then.
 */
export function showPlainMessage(text: string): HTMLElement {
  const note = document.getElementById(noteId) ?? document.createElement('p');
  note.id = noteId;
  note.setAttribute('role', 'status');
  note.style.cssText =
    'position:fixed;inset:auto 1rem 1rem;margin:0 auto;width:fit-content;z-index:100;padding:.625rem 1rem;background:var(--ink);color:var(--on-ink);border-radius:var(--r-2);box-shadow:var(--sh-float)';
  // The element is added before its text, so that screen readers read it out.
  document.body.append(note);
  note.textContent = '';
  requestAnimationFrame(() => (note.textContent = text));
  return note;
}

/** Shows that the user's action wasn't saved, if the browser is offline. */
export function showIfOffline(): void {
  if (!navigator.onLine) showPlainMessage(unsavedText);
}

/** Whether the site responds at all. */
async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await fetch('/healthz', { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

/** True once code of a page couldn't be loaded: the router waits for it until this page is left. */
let isCodeMissing = false;

/**
 * Runs an action that loads another page if the site responds. Otherwise shows a message and stays, because the browser would show its
 * error page.
 */
export async function loadIfReachable(load: () => void): Promise<void> {
  if (await isReachable()) return load();
  if (openByWorker()) return;
  isCodeMissing = true;
  showPlainMessage(navigator.onLine ? unreachableText : offlineText);
}

/** What the router stores on the window: where it's navigating to. */
type RouterWindow = {
  readonly __reactRouterDataRouter?: {
    readonly state: { readonly navigation: { readonly location?: Readonly<Record<'pathname' | 'search' | 'hash', string>> } };
  };
};

/**
 * Loads the page that the router is navigating to as a whole: the worker answers with the reader's offline copy, or with the list of what
 * they keep. Returns false without a worker.
 */
function openByWorker(): boolean {
  const next = (window as RouterWindow).__reactRouterDataRouter?.state.navigation.location;
  if (!next || !hasWorker()) return false;
  const target = new URL(next.pathname + next.search + next.hash, location.origin).href;
  // After going back, the URL is the page's already, and assigning one with a fragment would load nothing.
  if (target === location.href) location.reload();
  else location.assign(target);
  return true;
}

/**
 * Requests the data of a page for the router, which would replace the page with an error if the site can't be reached. Instead, the worker's
 * copy is loaded as a document, or the page stays and shows a message. The result never resolves then, because the router has nothing to do.
 */
export async function fetchForRouter(request: Request): Promise<Response> {
  const never = new Promise<never>(() => undefined);
  const isPage = request.method === 'GET';
  // The browser may have the data, from prefetching, but not the code that shows it.
  if (isPage && (!navigator.onLine || isCopy()) && openByWorker()) return never;
  try {
    const response = await fetch(request);
    return isPage && goneStatuses.has(response.status) && openByWorker() ? await never : response;
  } catch (error) {
    if (request.signal.aborted) throw error;
    if (!openByWorker()) showPlainMessage(navigator.onLine ? unreachableText : offlineText);
    return never;
  }
}

/**
 * Lets the browser handle a click on a link with a full page load, where the router would wait forever for missing code: without a connection
 * the code of other pages can't be loaded, but the worker has their copies.
 */
function leaveToBrowser(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]');
  if (link && (navigator.onLine ? isCodeMissing : hasWorker() && link.pathname !== location.pathname)) event.stopImmediatePropagation();
}

/** A cancelable `navigate` event, with the fields that this site uses (https://html.spec.whatwg.org/#the-navigateevent-interface). */
type LoadEvent = Event & {
  readonly destination: { readonly url: string; readonly sameDocument: boolean };
  readonly navigationType: 'push' | 'replace' | 'reload' | 'traverse';
  readonly downloadRequest: string | null;
  readonly formData: FormData | null;
};

/**
 * Keeps the current page while the connection is lost: links and forms show a message instead of the browser's error page. For pages that
 * the router loads, `fetchForRouter` does.
 */
export function stayWithoutConnection(): void {
  const { navigation } = window as { navigation?: EventTarget };
  navigation?.addEventListener('navigate', (event) => {
    const { destination, navigationType, downloadRequest, formData } = event as LoadEvent;
    const isLoad = !destination.sameDocument && downloadRequest === null && /^https?:/.test(destination.url);
    if (
      navigator.onLine ||
      !isLoad ||
      (hasWorker() && formData === null) ||
      !event.cancelable ||
      navigationType === 'reload' ||
      navigationType === 'traverse'
    )
      return;
    event.preventDefault();
    showPlainMessage(offlineText);
  });
  addEventListener('click', leaveToBrowser, { capture: true });
  addEventListener('online', () => document.getElementById(noteId)?.remove());
}
