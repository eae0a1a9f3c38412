/** What the early script leaves: the form that was sent before the page could send it, and the button that did. */
type LateSubmit = { lateSubmit?: [form: HTMLFormElement, submitter: HTMLElement | null] };

/** Sends the form that the user sent before the page's script ran (see `early-script.ts`), unless it is gone. */
export function sendLateSubmit(): void {
  const root = document.documentElement as HTMLElement & LateSubmit;
  const [form, submitter] = root.lateSubmit ?? [];
  delete root.lateSubmit;
  if (form?.isConnected) form.requestSubmit(submitter?.isConnected ? submitter : null);
}
