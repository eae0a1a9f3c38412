/** Shows a short message at the bottom of the page and has it read out. Its code is loaded with the first toast. */
export async function showToast(text: string, kind: 'done' | 'error' = 'done'): Promise<void> {
  const { raiseToast } = await import('./raise-toast.tsx');
  raiseToast(text, kind);
}
