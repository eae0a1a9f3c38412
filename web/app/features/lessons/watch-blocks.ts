/** A block that was in view so long was read. */
const readAfterMs = 1_000;

/**
 * Tells of each block of the text that was in view long enough, once; of those, too, that come later, as after a navigation in the browser.
 *
 * @returns what ends it
 */
export function watchBlocks(page: HTMLElement | null, onRead: (blockId: string) => void): () => void {
  const timers = new Map<Element, ReturnType<typeof setTimeout>>();
  const seen = new WeakSet<Element>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, intersectionRatio, intersectionRect } of entries) {
        clearTimeout(timers.get(target));
        timers.delete(target);
        // Half of it, or, of a block that is longer than the window, half of the window.
        if (!isIntersecting || (intersectionRatio < 0.5 && intersectionRect.height < innerHeight / 2)) continue;
        const read = () => {
          observer.unobserve(target);
          onRead(target.id.slice('b-'.length));
        };
        timers.set(target, setTimeout(read, readAfterMs));
      }
    },
    { threshold: [0, 0.25, 0.5, 1] },
  );
  const observeAll = () => {
    for (const block of page?.querySelectorAll('.b[id^="b-"]') ?? []) {
      if (seen.has(block)) continue;
      seen.add(block);
      observer.observe(block);
    }
  };
  const changes = new MutationObserver(observeAll);
  observeAll();
  const text = page?.querySelector('.text.prose');
  if (text) changes.observe(text, { childList: true });
  return () => {
    changes.disconnect();
    observer.disconnect();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}
