import { showToast } from '../toast/show-toast.ts';

/** Copies the code block of a button, and confirms it. */
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
