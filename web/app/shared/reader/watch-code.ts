import { showToast } from '../toast/show-toast.ts';

/**
 * Fades code at the edge where it goes on, and adds a switch that wraps its lines to each block that is wider than its column. The switch
 * is for all code of the text.
 */
export function watchCode(text: HTMLElement, signal: AbortSignal): void {
  watchStarts(text, signal);
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

/** Opens the workbench of a program when its Run button is pressed. Nothing of it is loaded before. */
function watchStarts(text: HTMLElement, signal: AbortSignal): void {
  const open = async (button: HTMLElement) => {
    button.setAttribute('aria-busy', 'true');
    try {
      const { openWorkbench } = await import('../runner/open-workbench.ts');
      if (!signal.aborted) await openWorkbench(text, button, signal);
    } catch (error) {
      console.warn('The editor couldn’t be loaded:', error);
      await showToast('The code couldn’t be started. Check your connection and try again.', 'error');
    } finally {
      button.removeAttribute('aria-busy');
    }
  };
  for (const button of text.querySelectorAll<HTMLButtonElement>('[data-start]')) button.disabled = false;
  text.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-start]') : null;
      if (button && button.getAttribute('aria-busy') !== 'true') void open(button);
    },
    { signal },
  );
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
