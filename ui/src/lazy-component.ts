import { type ComponentType, createElement, lazy } from 'react';
import { PartBoundary } from './part-boundary.ts';

/** The delay before the first retry, in milliseconds; each further one is twice as long. */
const initialDelayMs = 1000;
const maxDelayMs = 60_000;
/** After this many failed attempts, retrying is unlikely to help. */
const maxAttempts = 3;

/**
 * Creates a component whose code is loaded when it's first rendered. Render it inside `Suspense`. If its code can't be loaded, the fallback
 * stays: loading is retried with growing delays, and immediately when the connection is back. An error while it renders is shown in its
 * place, and doesn't affect anything around it.
 *
 * @param load resolves to the component, typically by importing a module
 * @param onMissing called once when several attempts failed with a connection: its file may be gone with an older release
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  onMissing?: () => void,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await loadPart(load, onMissing) }));
  return function Lazy(props: Props) {
    return createElement(PartBoundary, null, createElement(Part, props));
  };
}

/**
 * Imports code other than a component, with the same retries: the promise never rejects because of a lost connection.
 *
 * @param load imports it
 * @param onMissing like that of `lazyComponent`
 */
export async function loadPart<Part>(load: () => Promise<Part>, onMissing?: () => void): Promise<Part> {
  // On the server, all code is available.
  if (typeof document === 'undefined') return load();
  const missing = new Set<HTMLLinkElement>();
  for (let tries = 1; ; tries += 1) {
    // Some browsers cache a failed module import forever, so nothing is requested while offline. An offline copy has its code beside it.
    if (!navigator.onLine && !('copy' in document.documentElement.dataset)) {
      console.warn('Part of this page is waiting for a connection.');
      await backOrLater(maxDelayMs);
    }
    try {
      return await attempt(load, missing);
    } catch (error) {
      console.warn('Part of this page hasn’t loaded yet.', error);
      if (tries === maxAttempts && navigator.onLine) onMissing?.();
      await backOrLater(Math.min(maxDelayMs, initialDelayMs * 2 ** (tries - 1)));
    }
  }
}

function backOrLater(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, waitMs);
    addEventListener('online', go);
  });
}

/** Tries once. A style sheet that failed is requested again here, because the bundler's loader requests each only once. */
async function attempt<Part>(load: () => Promise<Part>, missing: Set<HTMLLinkElement>): Promise<Part> {
  const hear = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target);
  };
  document.addEventListener('error', hear, true);
  try {
    const failed = [...missing];
    missing.clear();
    await Promise.all(failed.map(replaceStyleSheet));
    const part = await load();
    if (missing.size > 0) throw new Error(`late: expected ${[...missing].map(({ href }) => href).join(', ')}, got nothing`);
    return part;
  } finally {
    document.removeEventListener('error', hear, true);
  }
}

/** The results of links that replaced failed ones: two modules may need the same style sheet. */
const replacements = new WeakMap<HTMLLinkElement, Promise<unknown>>();

/** Waits until the style sheet has loaded or failed. */
function replaceStyleSheet(link: HTMLLinkElement): Promise<unknown> {
  const begun = replacements.get(link);
  if (begun !== undefined) return begun;
  const again = link.cloneNode();
  const settled = new Promise((resolve) => {
    again.addEventListener('load', resolve);
    again.addEventListener('error', resolve);
  });
  replacements.set(link, settled);
  link.replaceWith(again);
  return settled;
}
