import { showToast } from '../toast/show-toast.ts';

/** Copies the code that the button stands above, and says so. */
export async function copyCode(button: HTMLElement): Promise<void> {
  const code = button.closest('figure')?.querySelector('pre')?.textContent ?? '';
  try {
    await navigator.clipboard.writeText(code);
    await showToast('Copied!');
  } catch (error) {
    console.warn('The code could not be copied:', error);
    await showToast('Failed to copy!', 'error');
  }
}
