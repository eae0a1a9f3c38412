import { type Anchor, changeNote, noteOf } from './entry-notes.ts';

/** How many elements are remembered: a list may have lost the first of them meanwhile. */
const enoughAnchors = 12;
/** How far apart the points are at which an element is looked for, in pixels. */
const step = 40;
/** What comes later than this is not waited for. */
const patienceMs = 10_000;
/** Rounding, in pixels. */
const nearEnough = 0.5;

/**
 * Remembers where an entry of the history is left: elements in the window, by their `id` or link, and where they are. Unlike a number of pixels,
 * this is right when what is above them has another height later: a list that loads, an image, a part whose code comes after the page.
 */
function rememberPosition(key: string): void {
  changeNote(key, { y: scrollY, anchors: scrollY === 0 ? [] : anchorsInWindow() });
}

/**
 * Brings an entry of the history back to where it was left, and keeps it there while the page gets its height, until the user does something.
 * Gives what ends that.
 */
export function restorePosition(key: string): () => void {
  const note = noteOf(key);
  if (note?.y === undefined || note.y === 0) return () => undefined;
  const { y, anchors = [] } = note;
  const put = () => {
    for (const anchor of anchors) {
      const top = find(anchor)?.getBoundingClientRect().top;
      if (top === undefined) continue;
      if (Math.abs(top - anchor.top) > nearEnough) scrollBy({ top: top - anchor.top, behavior: 'instant' });
      return;
    }
    // Nothing of it is there yet: the end of a list that loads more brings its next items.
    scrollTo({ top: y, behavior: 'instant' });
  };
  const controller = new AbortController();
  const stop = () => {
    controller.abort();
    watch.disconnect();
    clearTimeout(timer);
  };
  const watch = new ResizeObserver(put);
  const timer = setTimeout(stop, patienceMs);
  for (const element of [document.body, document.querySelector('main')]) if (element !== null) watch.observe(element);
  for (const sign of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(sign, stop, { signal: controller.signal, passive: true, capture: true });
  put();
  return stop;
}

/** Notes the position before anything can lead to another entry: a press, a key, Back and forward, a page that is left. */
export function watchLeaving(keyNow: () => string): () => void {
  const controller = new AbortController();
  const options = { signal: controller.signal, capture: true };
  const note = () => rememberPosition(keyNow());
  for (const sign of ['click', 'popstate', 'pagehide']) addEventListener(sign, note, options);
  addEventListener('keydown', ({ key }) => key === 'Enter' && note(), options);
  return () => controller.abort();
}

/** Found where they are drawn: to ask each element of a long page would lay out all that is far from sight. */
function anchorsInWindow(): Anchor[] {
  const found = new Map<Element, Anchor>();
  for (let y = step; y < innerHeight; y += step)
    for (const part of [0.15, 0.35, 0.5, 0.65, 0.85]) {
      const element = document.elementFromPoint(innerWidth * part, y)?.closest('main [id], main a[href]');
      if (!element || found.has(element)) continue;
      const { top } = element.getBoundingClientRect();
      if (top < 0 || !movesWithPage(element)) continue;
      const selector = selectorOf(element);
      const all = [...document.querySelectorAll(selector)];
      found.set(element, { selector, nth: all.indexOf(element), of: all.length, top });
      if (found.size === enoughAnchors) return bestFirst(found);
    }
  return bestFirst(found);
}

/** Those first that nothing else on the page can be taken for. */
function bestFirst(found: ReadonlyMap<Element, Anchor>): Anchor[] {
  return [...found.values()].toSorted((a, b) => a.of - b.of);
}

function selectorOf(element: Element): string {
  // React's own ids are others each time.
  if (element.id !== '' && !/[«:]|(?:^|[-_])_?r_/i.test(element.id)) return `main [id="${CSS.escape(element.id)}"]`;
  return `main a[href="${CSS.escape(element.getAttribute('href') ?? '')}"]`;
}

/** Undefined also while there are more or fewer like it: parts of the page are still to come. */
function find({ selector, nth, of }: Anchor): Element | undefined {
  const all = document.querySelectorAll(selector);
  return all.length === of ? all[nth] : undefined;
}

/** False for what stays in the window, or scrolls within a part of it. */
function movesWithPage(element: Element): boolean {
  for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
    const { position, overflowY } = getComputedStyle(at);
    if (position === 'fixed' || position === 'sticky') return false;
    if ((overflowY === 'auto' || overflowY === 'scroll') && at.scrollHeight > at.clientHeight) return false;
  }
  return true;
}
