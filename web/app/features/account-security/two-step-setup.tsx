import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { useState, type FormEvent } from 'react';
import { formPassword } from '../../shared/form/form-text.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { CodeForm } from './code-form.tsx';
import { beginTwoStep, confirmTwoStep, explainTwoStepError, type NewAuthenticator } from './two-step-requests.ts';
import styles from './security.module.css';

type Props = {
  hasPassword: boolean;
  /** Called with the recovery codes when two-step sign-in was turned on. */
  onConfirmed: (recoveryCodes: readonly string[]) => Promise<void>;
  onCancel: () => void;
};

/** Sets up an authenticator app: asks for the password, shows the QR code, and asks for a code from the app. */
export function TwoStepSetup({ hasPassword, onConfirmed, onCancel }: Props) {
  const [app, setApp] = useState<NewAuthenticator | null>(null);
  const { isBusy, failure, faults, run } = useForm(explainTwoStepError);
  const handleBegin = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = formPassword(new FormData(event.currentTarget), 'password');
    void run(async () => setApp(await beginTwoStep(password)));
  };
  if (app !== null)
    return (
      <div className={styles.form}>
        <p>Scan this code with an authenticator app, such as the one in your password manager.</p>
        <svg className={styles.qr} viewBox={`0 0 ${app.qr.size} ${app.qr.size}`} role="img" aria-label="QR code for your authenticator app">
          <path d={app.qr.path} />
        </svg>
        <p>
          Can’t scan it?{' '}
          <a className="link" href={app.uri}>
            Open it in an app on this device
          </a>
          , or enter this key manually: <code className={styles.secret}>{inGroups(app.secret)}</code>
        </p>
        <CodeForm
          label="Turn on two-step sign-in"
          busyLabel="Turning on..."
          hint="The 6-digit code in the app. You’ll be signed out everywhere else."
          onSend={async (code) => onConfirmed(await confirmTwoStep(code))}
          onCancel={onCancel}
        />
      </div>
    );
  return (
    <form className={styles.form} method="post" onSubmit={handleBegin} noValidate aria-label="Two-step sign-in">
      {hasPassword && (
        <div className={styles.wide}>
          <Field label="Password" name="password" type="password" autoComplete="current-password" required error={faults['password']} />
        </div>
      )}
      {failure && <ErrorNote>{failure}</ErrorNote>}
      <p className="acts">
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'Starting...' : 'Continue'}
        </Button>
        <Button variant="bare" onClick={onCancel}>
          Cancel
        </Button>
      </p>
    </form>
  );
}

/** Formats a key in groups of four, so that it's easy to type. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}
