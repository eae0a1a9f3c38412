import { useRevalidator } from 'react-router';
import type { Faults } from '../../shared/form/faults.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { showToast } from '../../shared/toast/show-toast.ts';
import { sentenceOf } from '../../shared/form/explain-failure.ts';

/** Runs an action on a row, with a name that identifies it. */
export type RunAction = (name: string, work: () => Promise<unknown>, done: string) => Promise<boolean>;

/** Runs one action at a time, confirms it and reloads the page's data. `failure` is the error message. */
export function useActions(): { busy: string | null; failure: string | null; perform: RunAction } {
  const { revalidate } = useRevalidator();
  const { busy, failure, run } = useForm(explainAction);
  const perform: RunAction = (name, work, done) =>
    run(async () => {
      await work();
      await revalidate();
      void showToast(done);
    }, name);
  return { busy, failure, perform };
}

function explainAction(error: unknown): Faults {
  return { form: sentenceOf(error) };
}
