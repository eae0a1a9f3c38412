import { accountLimits } from '@newline/api/rules/limits/account';
import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import type { FormEvent } from 'react';
import { formText } from '../../shared/form/form-text.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { explainTwoStepError } from './two-step-requests.ts';
import styles from './security.module.css';

type Props = {
  /** The label of the button. */
  label: string;
  busyLabel: string;
  variant?: 'ink' | 'danger';
  /** Called with a valid code. */
  note?: string;
  hint?: string;
  onSend: (code: string) => Promise<unknown>;
  onCancel: () => void;
};

/** Asks for a code from the authenticator app, and runs the action with it. */
export function CodeForm({ label, busyLabel, variant = 'ink', note, hint, onSend, onCancel }: Props) {
  const { isBusy, failure, faults, run } = useForm(explainTwoStepError);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = formText(new FormData(event.currentTarget), 'code');
    void run(() => onSend(code));
  };
  return (
    <form className={styles.form} method="post" onSubmit={handleSubmit} noValidate aria-label={label}>
      {note !== undefined && <p>{note}</p>}
      <div className={styles.code}>
        <Field
          label="Code"
          name="code"
          dir="ltr"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={accountLimits.secondStepCode}
          hint={hint ?? 'From your authenticator app, or a recovery code.'}
          required
          error={faults['code']}
        />
      </div>
      {failure && <ErrorNote>{failure}</ErrorNote>}
      <p className="acts">
        <Button type="submit" variant={variant} isBusy={isBusy}>
          {isBusy ? busyLabel : label}
        </Button>
        <Button variant="bare" onClick={onCancel}>
          Cancel
        </Button>
      </p>
    </form>
  );
}
