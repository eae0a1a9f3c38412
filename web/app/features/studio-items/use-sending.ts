import { useState } from 'react';
import { Refusal } from './send-change.ts';

/** A form that is sent: whether it is under way, what was wrong with it, and what became of it. */
export type Sending = {
  readonly isBusy: boolean;
  readonly isDone: boolean;
  readonly failure: string | null;
  readonly faults: Readonly<Record<string, string>>;
  /** Runs the change; true when it was taken. */
  run: (change: () => Promise<unknown>) => Promise<boolean>;
  /** Says of fields that they cannot be read, without asking the server. */
  refuse: (faults: Readonly<Record<string, string>>) => void;
  /** Something was written since: what was said of the form no longer holds. */
  forget: () => void;
};

type State = Pick<Sending, 'isBusy' | 'isDone' | 'failure' | 'faults'>;
const idle: State = { isBusy: false, isDone: false, failure: null, faults: {} };

/** Keeps the state of one form. */
export function useSending(): Sending {
  const [state, setState] = useState<State>(idle);
  return {
    ...state,
    async run(change) {
      setState({ ...idle, isBusy: true });
      try {
        await change();
        setState({ ...idle, isDone: true });
        return true;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const isOfFields = Object.keys(error.faults).length > 0;
        setState({ ...idle, faults: error.faults, failure: isOfFields ? null : error.message });
        return false;
      }
    },
    refuse: (faults) => setState({ ...idle, faults }),
    forget: () => setState((known) => (known.isDone || known.failure !== null ? { ...known, isDone: false, failure: null } : known)),
  };
}
