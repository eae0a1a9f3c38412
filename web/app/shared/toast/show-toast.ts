/** Shows a short sentence at the lower edge, and reads it out. What shows it is loaded with the first one. */
export async function showToast(text: string, kind: 'done' | 'error' = 'done'): Promise<void> {
  const { raiseToast } = await import('./raise-toast.tsx');
  raiseToast(text, kind);
}
