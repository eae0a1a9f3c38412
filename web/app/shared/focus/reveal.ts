/** How long something that was sent is waited for: its text may be rendered when there is time for it. */
const longestWaitFrames = 600;
/** How long it's followed: what is above it gets its height in the next moments. */
const followedFrames = 30;

const userEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Brings the element with this id into view and gives it the focus, as soon as it's on the page; not once the user does something else. */
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
      // A dialog that closes gives the focus to what it thinks of; while the user does nothing it comes back.
      if (!element.contains(document.activeElement)) element.focus({ preventScroll: true });
      element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      followed += 1;
    }
    if (followed === followedFrames || waited === longestWaitFrames) return stop();
    frame = requestAnimationFrame(step);
  };
  for (const name of userEvents) addEventListener(name, stop, { capture: true, passive: true });
  frame = requestAnimationFrame(step);
}
