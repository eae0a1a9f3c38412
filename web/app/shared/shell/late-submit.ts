/** Set by the early script: the form that was submitted before hydration, and its submit button. */
type LateSubmit = { lateSubmit?: [form: HTMLFormElement, submitter: HTMLElement | null] };

/** Submits the form that the user sent before hydration (see `early-script.ts`), unless it's gone. */
export function sendLateSubmit(): void {
  const root = document.documentElement as HTMLElement & LateSubmit;
  const [form, submitter] = root.lateSubmit ?? [];
  delete root.lateSubmit;
  if (form?.isConnected) form.requestSubmit(submitter?.isConnected ? submitter : null);
}
