/** How many frames to wait for a posted comment: it may be rendered with low priority. */
const maxWaitFrames = 600;
/** How many frames it's scrolled to again, while content above it gets its height. */
const followedFrames = 30;

const userEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Focuses the element with this ID and scrolls to it as soon as it's on the page, unless the user does something else first. A dialog that
 * was open must have been closed, because it would take the focus back.
 */
export function reveal(id: string): void {
  let waited = 0;
  let followed = 0;
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const name of userEvents) removeEventListener(name, stop, true);
  };
  const step = () => {
    const element = document.getElementById(id);
    waited += 1;
    if (element !== null) {
      const { activeElement } = document;
      // Also if the focus was lost again, because something else that had it is gone.
      if (followed === 0 || activeElement === document.body) element.focus({ preventScroll: true });
      // The user moved the focus on: a screen reader does it without a key.
      else if (!element.contains(activeElement)) return stop();
      element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      followed += 1;
    }
    if (followed === followedFrames || waited === maxWaitFrames) return stop();
    frame = requestAnimationFrame(step);
  };
  for (const name of userEvents) addEventListener(name, stop, { capture: true, passive: true });
  frame = requestAnimationFrame(step);
}
