import { passwordHint } from '@newline/api/rules/account';
import { Button } from '@newline/ui/components/button';
import { DoneNote, ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { useState, type FormEvent } from 'react';
import { explainAuthError, faultsOfLinkEmail, requestPasswordReset, resetPassword } from '../../shared/login/auth-requests.ts';
import { formPassword, formText } from '../../shared/form/form-text.ts';
import { leaveFor } from '../../shared/form/leave-for.ts';
import { useForm } from '../../shared/form/use-form.ts';
import type { SentForm } from '../../shared/login/sent-form.ts';
import styles from './sign-in.module.css';

/** Requests the email with a link to set a new password. */
export function RequestResetForm({ sent }: { sent: SentForm | undefined }) {
  const { isBusy, failure, faults, run, refuse } = useForm(explainAuthError, sent?.faults);
  const [sentTo, setSentTo] = useState(sent?.sentTo ?? null);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = formText(new FormData(event.currentTarget), 'email');
    const wrong = faultsOfLinkEmail(email);
    if (wrong !== null) return refuse(wrong);
    return void run(() => requestPasswordReset(email)).then((isSent) => isSent && setSentTo(email));
  };
  if (sentTo) return <DoneNote>Check your email. If {sentTo} has an account here, we’ve sent a link to set a new password.</DoneNote>;
  return (
    <form className={styles.form} method="post" action="/reset-password" onSubmit={handleSubmit} noValidate>
      {failure && <ErrorNote>{failure}</ErrorNote>}
      <Field label="Email" name="email" type="email" autoComplete="email" defaultValue={sent?.email} required error={faults['email']} />
      <Button type="submit" wide isBusy={isBusy}>
        {isBusy ? 'Sending...' : 'Send the link'} <ReturnMark />
      </Button>
    </form>
  );
}

/** Sets the new password with the token from the email, and then signs in with it. */
export function NewPasswordForm({ token, sent }: { token: string; sent: SentForm | undefined }) {
  const { isBusy, failure, faults, run } = useForm(explainAuthError, sent?.faults);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = formPassword(new FormData(event.currentTarget), 'password');
    void run(async () => {
      await resetPassword(token, password);
      await leaveFor('/sign-in?reset=done');
    });
  };
  return (
    <form
      className={styles.form}
      method="post"
      action={`/reset-password?token=${encodeURIComponent(token)}`}
      onSubmit={handleSubmit}
      noValidate
    >
      {failure && <ErrorNote>{failure}</ErrorNote>}
      <Field
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint={`${passwordHint} You’ll be signed out everywhere.`}
        required
        error={Object.values(faults)[0]}
      />
      <Button type="submit" wide isBusy={isBusy}>
        {isBusy ? 'Saving...' : 'Set password'} <ReturnMark />
      </Button>
    </form>
  );
}
