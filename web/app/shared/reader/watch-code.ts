/**
 * Fades code at the edge where it goes on, and adds a switch that wraps its lines to each block that is wider than its column. The switch
 * is for all code of the text.
 */
export function watchCode(text: HTMLElement, signal: AbortSignal): void {
  const blocks = [...text.querySelectorAll<HTMLElement>('.code > pre')];
  const switches = new Map<HTMLElement, HTMLElement>();
  const show = (pre: HTMLElement) => {
    const hidden = pre.scrollWidth - pre.clientWidth - pre.scrollLeft;
    pre.toggleAttribute('data-more', hidden > 1);
    const isNeeded = pre.scrollWidth > pre.clientWidth + 1 || (text.hasAttribute('data-wrap') && switches.has(pre));
    const button = switches.get(pre) ?? (isNeeded ? addSwitch(pre, press, signal) : null);
    if (!button) return;
    switches.set(pre, button);
    button.hidden = !isNeeded;
  };
  function press(pressed: HTMLElement): void {
    const { top } = pressed.getBoundingClientRect();
    const isWrapped = text.toggleAttribute('data-wrap');
    for (const button of switches.values()) button.setAttribute('aria-pressed', String(isWrapped));
    // The blocks above change their height; the pressed button stays where it is.
    scrollBy({ top: pressed.getBoundingClientRect().top - top, behavior: 'instant' });
  }
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const pre = target.closest('pre');
      if (pre) show(pre);
    }
  });
  for (const pre of blocks) {
    observer.observe(pre);
    // Lines change their width when their font arrives.
    const lines = pre.querySelector('code');
    if (lines) observer.observe(lines);
    pre.addEventListener('scroll', () => show(pre), { passive: true, signal });
  }
  signal.addEventListener('abort', () => observer.disconnect());
}

/** Adds the switch beside the Copy button of a block, in the look of that button. */
function addSwitch(pre: HTMLElement, press: (button: HTMLElement) => void, signal: AbortSignal): HTMLElement | null {
  const copy = pre.parentElement?.querySelector(':scope > .code__bar > [data-copy]');
  if (!copy) return null;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = copy.className;
  button.textContent = 'Wrap';
  button.setAttribute('aria-label', 'Wrap lines');
  button.setAttribute('aria-pressed', String(pre.closest('[data-wrap]') !== null));
  button.addEventListener('click', () => press(button), { signal });
  copy.before(button);
  return button;
}
