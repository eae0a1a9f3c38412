import { useCallback, useState } from 'react';
import { explainFailure } from './explain-failure.ts';
import type { Faults } from './faults.ts';

type State = { busy: string | null; isDone: boolean; failure: string | null; faults: Faults };

const idle: State = { busy: null, isDone: false, failure: null, faults: {} };

/** The state of a form, or of buttons that belong together: one action runs at a time, and its result is stored. */
export type FormState = {
  /** The name of the running action; null when none is. */
  readonly busy: string | null;
  readonly isBusy: boolean;
  readonly isDone: boolean;
  /** The error of the form as a whole. */
  readonly failure: string | null;
  /** The errors of single fields. */
  readonly faults: Faults;
  /** Runs an action. Resolves to true when it succeeded. `name` distinguishes several actions. */
  run: (send: () => Promise<unknown>, name?: string) => Promise<boolean>;
  /** Shows errors without sending anything. */
  refuse: (faults: Faults) => void;
  /** Clears the error of the whole form, because the user has changed something. */
  forget: () => void;
};

/** Returns the state of a form with these errors. */
function refused(wrong: Faults): State {
  const { form, ...faults } = wrong;
  return { ...idle, failure: form ?? null, faults };
}

/**
 * Manages the state of a form. `explain` converts an error to messages; anything it throws is rethrown. `first` is the server's response
 * when the form was sent without JavaScript.
 */
export function useForm(explain: (error: unknown) => Faults = explainFailure, first: Faults = {}): FormState {
  const [state, setState] = useState(() => refused(first));
  const refuse = useCallback((wrong: Faults) => setState(refused(wrong)), []);
  const run = useCallback(
    async (send: () => Promise<unknown>, name = 'form') => {
      setState({ ...idle, busy: name });
      try {
        await send();
        setState({ ...idle, isDone: true });
        return true;
      } catch (error) {
        setState(idle);
        refuse(explain(error));
        return false;
      }
    },
    [explain, refuse],
  );
  const forget = useCallback(
    () => setState((current) => (current.isDone || current.failure !== null ? { ...current, isDone: false, failure: null } : current)),
    [],
  );
  return { ...state, isBusy: state.busy !== null, run, refuse, forget };
}
