import { TextReading } from './text-reading.ts';

/** How often reading time is measured, in milliseconds. */
const tickMs = 250;

/** Elements whose text doesn't count: line numbers, buttons, formulas and renderings. */
const wordless = '.b__n, .b__a, button, svg, math, .katex';

/**
 * Reports which blocks of the text are read, by the rules of `TextReading`, and the reader's position. Includes blocks that are added
 * later, as after client-side navigation.
 *
 * @returns a function that stops watching
 */
export function watchBlocks(
  page: HTMLElement | null,
  on: { readonly read: (blockIds: string[]) => void; readonly position: (blockId: string) => void },
): () => void {
  const reading = new TextReading();
  const observed = new WeakSet<Element>();
  const near = new Set<Element>();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) near.add(target);
      else if (near.delete(target)) reading.setInView(idOf(target), false);
    }
  });
  const observeAll = () => {
    for (const block of page?.querySelectorAll('.b[id^="b-"]') ?? []) {
      if (observed.has(block)) continue;
      observed.add(block);
      reading.add(idOf(block), wordsOf(block));
      observer.observe(block);
    }
  };
  const changes = new MutationObserver(observeAll);
  observeAll();
  const text = page?.querySelector('.text.prose');
  if (text) changes.observe(text, { childList: true });
  let before = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const elapsedMs = now - before;
    before = now;
    if (document.visibilityState === 'hidden') return;
    for (const block of near) reading.setInView(idOf(block), isInView(block));
    const { readIds, positionId } = reading.pass(elapsedMs);
    if (positionId !== null) on.position(positionId);
    if (readIds.length > 0) on.read(readIds);
  }, tickMs);
  return () => {
    clearInterval(timer);
    changes.disconnect();
    observer.disconnect();
  };
}

/** True when half of it is visible; or, for a block higher than the window, when it fills half of the window. */
function isInView(block: Element): boolean {
  const { top, bottom, height } = block.getBoundingClientRect();
  const visibleHeight = Math.min(bottom, innerHeight) - Math.max(top, 0);
  return visibleHeight >= Math.min(height, innerHeight) / 2;
}

const idOf = (block: Element) => block.id.slice('b-'.length);

function wordsOf(block: Element): number {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  let count = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement?.closest(wordless) == null) count += node.textContent?.match(/\S+/g)?.length ?? 0;
  }
  return count;
}
