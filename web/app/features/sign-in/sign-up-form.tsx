import { passwordHint } from '@newline/api/rules/account';
import { accountLimits } from '@newline/api/rules/limits/account';
import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { useState, type FormEvent } from 'react';
import { Link } from '../../shared/link.tsx';
import { Agreement } from '../../shared/login/agreement.tsx';
import { explainAuthError, signUp } from '../../shared/login/auth-requests.ts';
import type { SentForm } from '../../shared/login/sent-form.ts';
import { ContinueElsewhere, ProviderButtons } from '../../shared/login/provider-buttons.tsx';
import { isOnlyElsewhere, providersOf } from '../../shared/login/providers.ts';
import { usePageFacts } from '../../shared/page-facts.tsx';
import { CheckYourMail } from './check-your-mail.tsx';
import { faultsOfAccount } from './faults-of-account.ts';
import { formPassword, formText } from '../../shared/form/form-text.ts';
import { useForm } from '../../shared/form/use-form.ts';
import styles from './sign-in.module.css';

/** Creates an account. Ends at "check your email", with the same text if the email address already has one. */
export function SignUpForm({ returnTo, sent }: { returnTo: string; sent?: SentForm | undefined }) {
  const { signInMethods } = usePageFacts();
  const { busy, failure, faults, run, refuse } = useForm(explainAuthError, sent?.faults);
  const [sentTo, setSentTo] = useState(sent?.sentTo ?? null);

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const account = { name: formText(form, 'name'), email: formText(form, 'email'), password: formPassword(form, 'password') };
    const wrong = faultsOfAccount(account);
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    return void run(() => signUp({ ...account, returnTo }), 'account').then((isSent) => isSent && setSentTo(account.email));
  };

  if (sentTo) return <CheckYourMail email={sentTo} returnTo={returnTo} />;
  if (sent?.continueAt) return <ContinueElsewhere url={sent.continueAt} provider={sent.provider} />;
  const query = returnTo === '/' ? '' : `?returnTo=${encodeURIComponent(returnTo)}`;
  return (
    <form className={styles.form} method="post" action={`/sign-up${query}`} onSubmit={handleSubmit} noValidate>
      {failure && <ErrorNote>{failure}</ErrorNote>}
      {!isOnlyElsewhere(signInMethods) && (
        <>
          <Field
            label="Name"
            name="name"
            autoComplete="name"
            defaultValue={sent?.name}
            maxLength={accountLimits.name}
            required
            hint="Shown next to everything you post."
            error={faults['name']}
          />
          <Field label="Email" name="email" type="email" autoComplete="email" defaultValue={sent?.email} required error={faults['email']} />
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete="new-password"
            required
            hint={passwordHint}
            error={faults['password']}
          />
          <Agreement start="By creating an account you agree to the" pages={['terms', 'privacy']} />
          <Button type="submit" wide isBusy={busy === 'account'}>
            {busy === 'account' ? 'Sending...' : 'Create account'} <ReturnMark />
          </Button>
          {providersOf(signInMethods).length > 0 && <span className={styles.or}>or</span>}
        </>
      )}
      <ProviderButtons returnTo={returnTo} busy={busy} run={run} variant={isOnlyElsewhere(signInMethods) ? 'ink' : 'line'} />
      <p className="meta">
        Already have an account?{' '}
        <Link className="link" to={`/sign-in${query}`}>
          Sign in
        </Link>
      </p>
    </form>
  );
}
