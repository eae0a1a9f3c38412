import { Button } from '@newline/ui/components/button';
import { DoneNote, ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { useState, type FormEvent } from 'react';
import { explainAuthError, requestPasswordReset, resetPassword } from '../../shared/login/auth-requests.ts';
import { formPassword, formText } from '../../shared/form-text.ts';
import styles from './sign-in.module.css';

/** Asks for the mail that leads to a new password. */
export function RequestResetForm() {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<{ field: string; text: string } | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = formText(new FormData(event.currentTarget), 'email');
    if (!/^\S+@\S+\.\S+$/.test(email)) {
      setError({ field: 'email', text: 'Enter a whole address, such as ada@example.net.' });
      return;
    }
    setIsBusy(true);
    setError(null);
    requestPasswordReset(email)
      .then(() => setSentTo(email))
      .catch((reason: unknown) => setError(explainAuthError(reason)))
      .finally(() => setIsBusy(false));
  };
  if (sentTo) return <DoneNote>Check your mail. If {sentTo} has an account here, a link to a new password is on its way.</DoneNote>;
  return (
    <form className={styles.form} method="post" onSubmit={handleSubmit} noValidate>
      {error?.field === 'form' && <ErrorNote>{error.text}</ErrorNote>}
      <Field label="Email" name="email" type="email" autoComplete="email" required error={error?.field === 'email' ? error.text : null} />
      <Button type="submit" wide isBusy={isBusy}>
        {isBusy ? 'Sending...' : 'Send the link'} <ReturnMark />
      </Button>
    </form>
  );
}

/** Sets the new password by the token of the mail; then signs in with it. */
export function NewPasswordForm({ token }: { token: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<{ field: string; text: string } | null>(null);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = formPassword(new FormData(event.currentTarget), 'password');
    setIsBusy(true);
    setError(null);
    resetPassword(token, password)
      .then(() => location.assign('/sign-in?reset=done'))
      .catch((reason: unknown) => {
        setError(explainAuthError(reason));
        setIsBusy(false);
      });
  };
  return (
    <form className={styles.form} method="post" onSubmit={handleSubmit} noValidate>
      {error?.field === 'form' && <ErrorNote>{error.text}</ErrorNote>}
      <Field
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint="10 characters or more. Every session ends with the change."
        required
        error={error && error.field !== 'form' ? error.text : null}
      />
      <Button type="submit" wide isBusy={isBusy}>
        {isBusy ? 'Saving...' : 'Set the password'} <ReturnMark />
      </Button>
    </form>
  );
}
