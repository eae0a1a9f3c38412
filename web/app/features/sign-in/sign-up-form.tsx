import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { explainAuthError, signUp } from '../../shared/login/auth-requests.ts';
import { CheckYourMail } from './check-your-mail.tsx';
import { formPassword, formText } from '../../shared/form-text.ts';
import styles from './sign-in.module.css';

/** Makes an account; ends at "check your mail", with the same words for an address that already has one. */
export function SignUpForm({ returnTo }: { returnTo: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<{ field: string; text: string } | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const account = { name: formText(form, 'name'), email: formText(form, 'email'), password: formPassword(form, 'password') };
    const problem = checkAccount(account);
    setError(problem);
    if (problem) return;
    setIsBusy(true);
    signUp({ ...account, returnTo })
      .then(() => setSentTo(account.email))
      .catch((reason: unknown) => setError(explainAuthError(reason)))
      .finally(() => setIsBusy(false));
  };
  const errorOf = (field: string) => (error?.field === field ? error.text : null);

  if (sentTo) return <CheckYourMail email={sentTo} returnTo={returnTo} />;
  return (
    <form className={styles.form} method="post" onSubmit={handleSubmit} noValidate>
      {errorOf('form') && <ErrorNote>{errorOf('form')}</ErrorNote>}
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        maxLength={80}
        required
        hint="Stands beside what you write here."
        error={errorOf('name')}
      />
      <Field label="Email" name="email" type="email" autoComplete="email" required error={errorOf('email')} />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        hint="10 characters or more."
        error={errorOf('password')}
      />
      <Button type="submit" wide isBusy={isBusy}>
        {isBusy ? 'Sending...' : 'Create account'} <ReturnMark />
      </Button>
      <p className="meta">
        You have an account?{' '}
        <Link className="link" to={returnTo === '/' ? '/sign-in' : `/sign-in?returnTo=${encodeURIComponent(returnTo)}`}>
          Sign in
        </Link>
      </p>
    </form>
  );
}

function checkAccount({
  name,
  email,
  password,
}: {
  name: string;
  email: string;
  password: string;
}): { field: string; text: string } | null {
  if (name === '') return { field: 'name', text: 'Enter a name; it need not be your real one.' };
  if (!/^\S+@\S+\.\S+$/.test(email)) return { field: 'email', text: 'Enter a whole address, such as ada@example.net.' };
  if (password.length < 10) return { field: 'password', text: 'Use 10 characters or more.' };
  return null;
}
