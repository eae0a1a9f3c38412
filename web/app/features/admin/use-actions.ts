import { useRevalidator } from 'react-router';
import type { Faults } from '../../shared/form/faults.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { showToast } from '../../shared/toast/show-toast.ts';
import { sentenceOf } from '../../shared/form/explain-failure.ts';

/** Something that is done to a row, under a name that says which. */
export type RunAction = (name: string, work: () => Promise<unknown>, done: string) => Promise<boolean>;

/**
 * Does one thing at a time, says that it is done and loads the page's data again. What went wrong is `failure`, a sentence for
 * people.
 */
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
