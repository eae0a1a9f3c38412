import { useCallback, useState } from 'react';
import { explainFailure } from './explain-failure.ts';
import type { Faults } from './faults.ts';

type State = { busy: string | null; isDone: boolean; failure: string | null; faults: Faults };

const idle: State = { busy: null, isDone: false, failure: null, faults: {} };

/** A form, or buttons that belong together: one thing is under way at a time, and what became of it is kept. */
export type FormState = {
  /** The name of what is under way. */
  readonly busy: string | null;
  readonly isBusy: boolean;
  readonly isDone: boolean;
  /** What was wrong with the whole. */
  readonly failure: string | null;
  /** What was wrong with single fields. */
  readonly faults: Faults;
  /** Does what is sent; true when it was taken. `name` says which of several things it is. */
  run: (send: () => Promise<unknown>, name?: string) => Promise<boolean>;
  /** Says what is wrong without sending. */
  refuse: (faults: Faults) => void;
  /** Something was written since: what was said of the whole no longer holds. */
  forget: () => void;
};

/** The state of a form about which this was said. */
function refused(wrong: Faults): State {
  const { form, ...faults } = wrong;
  return { ...idle, failure: form ?? null, faults };
}

/**
 * Keeps where a form stands. `explain` says what a failure means; what it throws is thrown on. `first` is what the server said of the form, where
 * it was sent without a script.
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
    () => setState((known) => (known.isDone || known.failure !== null ? { ...known, isDone: false, failure: null } : known)),
    [],
  );
  return { ...state, isBusy: state.busy !== null, run, refuse, forget };
}
