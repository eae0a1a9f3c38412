/**
 * Resolves when the element of this id comes near the window or is reached; at once on the server, and where it does not exist
 * yet. What waits for it keeps its code from travelling to those who never get there.
 */
export function whenNear(id: string): Promise<void> {
  return new Promise((resolve) => {
    const element = typeof document === 'undefined' ? null : document.getElementById(id);
    if (element === null) return resolve();
    const done = () => {
      watcher.disconnect();
      element.removeEventListener('focusin', done);
      resolve();
    };
    const watcher = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && done(), {
      rootMargin: '300px',
    });
    watcher.observe(element);
    element.addEventListener('focusin', done);
  });
}
