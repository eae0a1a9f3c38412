/** Set by the early script: the form that was submitted before hydration, and its submit button. */
type EarlySubmit = { earlySubmit?: [form: HTMLFormElement, submitter: HTMLElement | null] };

/** Submits the form that the user sent before hydration (see `early-script.ts`), unless it's gone. */
export function sendEarlySubmit(): void {
  const root = document.documentElement as HTMLElement & EarlySubmit;
  const [form, submitter] = root.earlySubmit ?? [];
  delete root.earlySubmit;
  if (form?.isConnected) form.requestSubmit(submitter?.isConnected ? submitter : null);
}
