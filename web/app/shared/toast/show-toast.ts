import { showPlainMessage } from '../connection.ts';

/** How long a plain message about something that worked is shown. */
const plainMessageMs = 5000;

/**
 * Shows a short message at the bottom of the page and has it read out. Its code is loaded with the first toast; if that is missing, as after
 * a release that removed the files of this page, the message is plain.
 */
export async function showToast(text: string, kind: 'done' | 'error' = 'done'): Promise<void> {
  const code = await import('./raise-toast.tsx').catch(() => null);
  if (code !== null) return code.raiseToast(text, kind);
  const message = showPlainMessage(text);
  if (kind === 'done') setTimeout(() => message.remove(), plainMessageMs);
}
