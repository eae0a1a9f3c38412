import { useCallback, useState } from 'react';

/** Where a form stands: nothing happened, on its way, done, or refused with a sentence (beside a field, or for the form). */
export type Saving = { state: 'idle' | 'busy' | 'done'; error: { field: string; text: string } | null };

/** Runs a form's action and keeps where it stands. `explain` turns what was thrown into a sentence and its place. */
export function useSaving(explain: (error: unknown) => { field: string; text: string }) {
  const [saving, setSaving] = useState<Saving>({ state: 'idle', error: null });
  const save = useCallback(
    async (action: () => Promise<unknown>): Promise<boolean> => {
      setSaving({ state: 'busy', error: null });
      try {
        await action();
        setSaving({ state: 'done', error: null });
        return true;
      } catch (error) {
        setSaving({ state: 'idle', error: explain(error) });
        return false;
      }
    },
    [explain],
  );
  const refuse = useCallback((field: string, text: string) => setSaving({ state: 'idle', error: { field, text } }), []);
  return {
    ...saving,
    isBusy: saving.state === 'busy',
    errorOf: (field: string) => (saving.error?.field === field ? saving.error.text : null),
    save,
    refuse,
  };
}
