import { showToast } from '../toast/show-toast.ts';

/** Opens the workbench of a program when its Run button is pressed. Nothing of the workbench is loaded before. */
export function watchStarts(text: HTMLElement, signal: AbortSignal): void {
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
