import { type ComponentType, createElement, lazy } from 'react';
import { PartBoundary } from './part-boundary.ts';

/** The first wait before a part is asked for again, in milliseconds; each further one is twice as long. */
const firstWaitMs = 1000;
const longestWaitMs = 60_000;
/** After so many tries in vain it will hardly come by itself. */
const enoughTries = 3;

/**
 * A part of a page that travels when it is first shown; to be put into a `Suspense`. One that cannot be loaded leaves the page as it
 * is, with what stands in for the part: it is asked for again now and then, and at once when the network is back. One that fails when it
 * is rendered says so in its place, and nothing around it fails.
 *
 * @param load gives the component, as from a module that is imported
 * @param onMissing called once when it did not come after several tries with a network: its file may be gone with an older version
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  onMissing?: () => void,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await loadPart(load, onMissing) }));
  return function Late(props: Props) {
    return createElement(PartBoundary, null, createElement(Part, props));
  };
}

/**
 * Code that is not a component, with the same patience: the promise is never broken by a network that is away.
 *
 * @param load imports it
 * @param onMissing see `late`
 */
export async function loadPart<Part>(load: () => Promise<Part>, onMissing?: () => void): Promise<Part> {
  // On the server every part is at hand.
  if (typeof document === 'undefined') return load();
  const missing = new Set<HTMLLinkElement>();
  for (let tries = 1; ; tries += 1) {
    // Some browsers never ask a second time for a module that once failed: nothing is asked for where it would.
    if (!navigator.onLine) {
      console.warn('Part of this page is waiting for the network.');
      await backOrLater(longestWaitMs);
    }
    try {
      return await attempt(load, missing);
    } catch (error) {
      console.warn('Part of this page hasn’t loaded yet.', error);
      if (tries === enoughTries && navigator.onLine) onMissing?.();
      await backOrLater(Math.min(longestWaitMs, firstWaitMs * 2 ** (tries - 1)));
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

/** Tries once. A sheet that did not come is asked for again here: what loads parts for us asks for each but once. */
async function attempt<Part>(load: () => Promise<Part>, missing: Set<HTMLLinkElement>): Promise<Part> {
  const hear = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target);
  };
  document.addEventListener('error', hear, true);
  try {
    const old = [...missing];
    missing.clear();
    await Promise.all(old.map(replaceSheet));
    const part = await load();
    if (missing.size > 0) throw new Error(`late: expected ${[...missing].map(({ href }) => href).join(', ')}, got nothing`);
    return part;
  } finally {
    document.removeEventListener('error', hear, true);
  }
}

/** What became of the link that took the place of one that failed: two parts may need the same sheet. */
const replacements = new WeakMap<HTMLLinkElement, Promise<unknown>>();

/** Waits for either end. */
function replaceSheet(link: HTMLLinkElement): Promise<unknown> {
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
