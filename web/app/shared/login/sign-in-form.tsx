import { Button, buttonClass } from '@newline/ui/components/button';
import { DoneNote, ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { useRef, useState, type FormEvent, type MouseEvent } from 'react';
import { Link } from '../link.tsx';
import { usePageFacts } from '../page-facts.tsx';
import { safeReturnTo } from '@newline/api/rules/return-path';
import { Agreement } from './agreement.tsx';
import { explainAuthError, faultsOfLinkEmail, sendMagicLink, signIn } from './auth-requests.ts';
import { formPassword, formText } from '../form/form-text.ts';
import { leaveFor } from '../form/leave-for.ts';
import { useForm } from '../form/use-form.ts';
import { useHasPasskeys } from './has-passkeys.ts';
import { ContinueElsewhere, ProviderButtons } from './provider-buttons.tsx';
import { isOnlyElsewhere } from './providers.ts';
import type { SentForm } from './sent-form.ts';
import styles from './login.module.css';

/** Shown when a link is requested without an email address. */
export const linkNeedsEmail = 'Enter your email address and we’ll send you a link.';

type Props = {
  returnTo: string;
  /** The server's response to the form, if it was sent without JavaScript. */
  sent?: SentForm | undefined;
};

/** The sign-in form. Leads to `returnTo`, which is made safe again here, because it may come from the URL. */
export function SignInForm({ returnTo, sent }: Props) {
  const target = safeReturnTo(returnTo);
  const { signInMethods } = usePageFacts();
  const { busy, failure, faults, run, refuse } = useForm(explainAuthError, sent?.faults);
  const hasPasskeys = useHasPasskeys();
  const [linkSentTo, setLinkSentTo] = useState(sent?.sentTo ?? null);
  // Both values are read from the form when it's sent: text typed before hydration isn't in any state.
  const form = useRef<HTMLFormElement>(null);

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    void run(async () => {
      const next = await signIn({ email: formText(typed, 'email'), password: formPassword(typed, 'password'), returnTo: target });
      // A new page, so that everything on it is the person's own.
      await leaveFor(next);
    }, 'password');
  };

  const handleLink = (event: MouseEvent) => {
    event.preventDefault();
    const email = form.current ? formText(new FormData(form.current), 'email') : '';
    const wrong = faultsOfLinkEmail(email, linkNeedsEmail);
    if (wrong !== null) return refuse(wrong);
    return void run(() => sendMagicLink(email, target), 'link').then((wasSent) => wasSent && setLinkSentTo(email));
  };

  const handlePasskey = () =>
    void run(async () => {
      const { signInWithPasskey } = await import('./use-passkey.ts');
      if (await signInWithPasskey()) await leaveFor(target);
    }, 'passkey');

  if (linkSentTo) {
    return <DoneNote>Check your email. A link to {linkSentTo} signs you in and brings you back here.</DoneNote>;
  }
  if (sent?.continueAt) return <ContinueElsewhere url={sent.continueAt} provider={sent.provider} />;
  if (isOnlyElsewhere(signInMethods)) {
    return (
      <form className={styles.form} method="post" action={`/sign-in?returnTo=${encodeURIComponent(target)}`}>
        {failure && <ErrorNote>{failure}</ErrorNote>}
        <ProviderButtons returnTo={target} busy={busy} run={run} variant="ink" />
      </form>
    );
  }
  const query = target === '/' ? '' : `?returnTo=${encodeURIComponent(target)}`;
  return (
    <form ref={form} className={styles.form} method="post" action={`/sign-in${query}`} onSubmit={handleSubmit} noValidate>
      {failure && <ErrorNote>{failure}</ErrorNote>}
      <Field label="Email" name="email" type="email" autoComplete="username" defaultValue={sent?.email} required error={faults['email']} />
      <Field label="Password" name="password" type="password" autoComplete="current-password" required error={faults['password']} />
      <Button type="submit" wide isBusy={busy === 'password'}>
        {busy === 'password' ? 'Signing in...' : 'Sign in'} <ReturnMark />
      </Button>
      {signInMethods.length > 0 && <span className={styles.or}>or</span>}
      {signInMethods.includes('link') && (
        <Button type="submit" name="method" value="link" variant="line" wide isBusy={busy === 'link'} onClick={handleLink}>
          {busy === 'link' ? 'Sending...' : 'Email me a link'}
        </Button>
      )}
      {hasPasskeys && (
        <Button variant="line" wide isBusy={busy === 'passkey'} onClick={handlePasskey}>
          {busy === 'passkey' ? 'Waiting for your device...' : 'Use a passkey'}
        </Button>
      )}
      <ProviderButtons returnTo={target} busy={busy} run={run} />
      {signInMethods.length > 0 && <Agreement start="If that creates an account, you agree to the" pages={['terms', 'privacy']} />}
      <span className={styles.or}>New here?</span>
      <Link className={buttonClass({ variant: 'line', wide: true })} to={`/sign-up${query}`}>
        Create account
      </Link>
      <p className={`meta ${styles.below}`}>
        <Link className="link" to="/reset-password">
          Forgot your password?
        </Link>
      </p>
    </form>
  );
}
