import { type Anchor, type BoxPosition, changeNote, type Entry, noteOf, positionKey } from './entry-notes.ts';

/** How many elements are remembered per entry, since some may have disappeared from the page meanwhile. */
const maxAnchors = 12;
/** The distance between the points that are probed for elements, in pixels. */
const step = 40;
/** How long to wait for content that arrives later. */
const timeoutMs = 10_000;
/** The tolerance for rounding, in pixels. */
const tolerancePx = 0.5;

/**
 * Records the scroll position of a history entry: the elements in the window, by `id` or link, and their positions. Unlike a number of
 * pixels, this stays correct when the content above has a different height later, such as a list that loads, an image, or lazily loaded
 * content.
 */
function rememberPosition(key: string): void {
  changeNote(key, { y: scrollY, anchors: scrollY === 0 ? [] : anchorsInWindow() });
}

/**
 * Restores the scroll position of a history entry, and maintains it while the page gets its height, until the user does something. Returns
 * a function that stops it.
 */
export function restorePosition(entry: Entry): () => void {
  const key = positionKey(entry);
  const note = key === null ? null : noteOf(key);
  if (note?.y === undefined || note.y === 0) return () => undefined;
  const { y, anchors = [] } = note;
  const scrollBack = () => {
    for (const anchor of anchors) {
      const top = find(anchor)?.getBoundingClientRect().top;
      if (top === undefined) continue;
      if (Math.abs(top - anchor.top) > tolerancePx) scrollBy({ top: top - anchor.top, behavior: 'instant' });
      return;
    }
    // None of the elements exists yet: scrolling to the end of the list loads its next items.
    scrollTo({ top: y, behavior: 'instant' });
  };
  return untilUserActs(scrollBack, [document.body, document.querySelector('main')]);
}

/** Scrolls now, and again whenever one of the elements changes its size, until the user does something. Returns a function that stops it. */
function untilUserActs(scrollBack: () => void, elements: readonly (Element | null)[]): () => void {
  const controller = new AbortController();
  const stop = () => {
    controller.abort();
    watch.disconnect();
    clearTimeout(timer);
  };
  const watch = new ResizeObserver(scrollBack);
  const timer = setTimeout(stop, timeoutMs);
  for (const element of elements) if (element !== null) watch.observe(element);
  for (const sign of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(sign, stop, { signal: controller.signal, passive: true, capture: true });
  scrollBack();
  return stop;
}

/** A box with its own scroll bar: the key of its history entry, its name in it, and whether to scroll it to where it was left. */
type Box = { key: string; name: string; isRestored: boolean };

/**
 * Records how far a box is scrolled before its history entry is left, and restores it. Returns a function that stops both.
 *
 * @param content the element in the box that moves with it
 */
export function keepBoxPosition({ key, name, isRestored }: Box, content: HTMLElement): () => void {
  const box = content.parentElement;
  if (box === null) return () => undefined;
  const { y = 0, id = null, top = 0 } = noteOf(key)?.boxes?.[name] ?? {};
  const scrollBack = () => {
    const element = id === null ? null : content.querySelector(`[id="${CSS.escape(id)}"]`);
    if (element === null) box.scrollTop = y;
    else {
      const moved = element.getBoundingClientRect().top - box.getBoundingClientRect().top - top;
      if (Math.abs(moved) > tolerancePx) box.scrollBy({ top: moved, behavior: 'instant' });
    }
  };
  const stopScrolling = y === 0 || !isRestored ? () => undefined : untilUserActs(scrollBack, [content]);
  const stopWatching = beforeLeaving(() => changeNote(key, { boxes: { [name]: positionIn(box, content) } }));
  return () => {
    stopScrolling();
    stopWatching();
  };
}

function positionIn(box: Element, content: Element): BoxPosition {
  const { top, bottom, left, width } = box.getBoundingClientRect();
  for (let y = top + step / 2; y < bottom; y += step) {
    const element = document.elementFromPoint(left + width / 2, y)?.closest('[id]');
    if (!element || !content.contains(element) || element === content) continue;
    return { y: box.scrollTop, id: element.id, top: element.getBoundingClientRect().top - top };
  }
  return { y: box.scrollTop, id: null, top: 0 };
}

/** Records the position of the page before anything that can lead to another entry. */
export function watchLeaving(entryNow: () => Entry | null): () => void {
  return beforeLeaving(() => {
    const entry = entryNow();
    const key = entry && positionKey(entry);
    if (key !== null) rememberPosition(key);
  });
}

/** Calls back before anything that can lead to another entry: a press, a key, Back and Forward, or leaving the page. */
function beforeLeaving(note: () => void): () => void {
  const controller = new AbortController();
  const options = { signal: controller.signal, capture: true };
  for (const sign of ['click', 'popstate', 'pagehide']) addEventListener(sign, note, options);
  addEventListener('keydown', ({ key }) => key === 'Enter' && note(), options);
  return () => controller.abort();
}

/** Probes points of the window, because measuring each element of a long page would lay out everything outside the viewport. */
function anchorsInWindow(): Anchor[] {
  const anchors = new Map<Element, Anchor>();
  for (let y = step; y < innerHeight; y += step)
    for (const part of [0.15, 0.35, 0.5, 0.65, 0.85]) {
      const element = document.elementFromPoint(innerWidth * part, y)?.closest('main [id], main a[href]');
      if (!element || anchors.has(element)) continue;
      const { top } = element.getBoundingClientRect();
      if (top < 0 || !movesWithPage(element)) continue;
      const selector = selectorOf(element);
      const all = [...document.querySelectorAll(selector)];
      anchors.set(element, { selector, nth: all.indexOf(element), of: all.length, top });
      if (anchors.size === maxAnchors) return bestFirst(anchors);
    }
  return bestFirst(anchors);
}

/** Sorts the anchors so that unique ones come first. */
function bestFirst(anchors: ReadonlyMap<Element, Anchor>): Anchor[] {
  return [...anchors.values()].toSorted((a, b) => a.of - b.of);
}

function selectorOf(element: Element): string {
  // IDs generated by React differ in each render.
  if (element.id !== '' && !/[«:]|(?:^|[-_])_?r_/i.test(element.id)) return `main [id="${CSS.escape(element.id)}"]`;
  return `main a[href="${CSS.escape(element.getAttribute('href') ?? '')}"]`;
}

/** Returns the element; undefined while the number of matches differs, because content of the page is still missing. */
function find({ selector, nth, of }: Anchor): Element | undefined {
  const all = document.querySelectorAll(selector);
  return all.length === of ? all[nth] : undefined;
}

/** False for elements that are fixed, or that scroll within a container. */
function movesWithPage(element: Element): boolean {
  for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
    const { position, overflowY } = getComputedStyle(at);
    if (position === 'fixed' || position === 'sticky') return false;
    if ((overflowY === 'auto' || overflowY === 'scroll') && at.scrollHeight > at.clientHeight) return false;
  }
  return true;
}
