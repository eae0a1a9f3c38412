import { Button } from '@newline/ui/components/button';
import { DoneNote, ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { useRef, useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { usePageFacts } from '../page-facts.tsx';
import { safeReturnTo } from '../safe-return-to.ts';
import { explainAuthError, sendMagicLink, signIn, startGitHubSignIn } from './auth-requests.ts';
import { formPassword, formText } from '../form-text.ts';
import styles from './login.module.css';

type Sending = 'password' | 'link' | 'github' | null;

/** Signs in and goes to `returnTo`, which is made safe once more here: it may come from the address bar. */
export function SignInForm({ returnTo }: { returnTo: string }) {
  const target = safeReturnTo(returnTo);
  const { signInMethods } = usePageFacts();
  const [sending, setSending] = useState<Sending>(null);
  const [error, setError] = useState<ReturnType<typeof explainAuthError> | null>(null);
  const [linkSentTo, setLinkSentTo] = useState<string | null>(null);
  // Both are read from the form when it is sent: what was typed before this page came alive is in no state.
  const form = useRef<HTMLFormElement>(null);

  const attempt = async (what: Exclude<Sending, null>, action: () => Promise<void>) => {
    setSending(what);
    setError(null);
    try {
      await action();
    } catch (reason) {
      setError(explainAuthError(reason));
      setSending(null);
    }
  };

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    void attempt('password', async () => {
      await signIn(formText(typed, 'email'), formPassword(typed, 'password'));
      // A new page, so that everything on it is the person's own.
      location.assign(target);
    });
  };

  const handleLink = () => {
    const email = form.current ? formText(new FormData(form.current), 'email') : '';
    if (!/^\S+@\S+\.\S+$/.test(email)) {
      setError({ field: 'email', text: 'Enter your address; the link goes there.' });
      return;
    }
    void attempt('link', async () => {
      await sendMagicLink(email, target);
      setLinkSentTo(email);
      setSending(null);
    });
  };

  const handleGitHub = () =>
    void attempt('github', async () => {
      const { url } = await startGitHubSignIn(target);
      location.assign(url);
    });

  if (linkSentTo) {
    return <DoneNote>Check your mail. A link to {linkSentTo} signs you in and brings you back here.</DoneNote>;
  }
  const query = target === '/' ? '' : `?returnTo=${encodeURIComponent(target)}`;
  return (
    <form ref={form} className={styles.form} method="post" onSubmit={handleSubmit} noValidate>
      {error?.field === 'form' && <ErrorNote>{error.text}</ErrorNote>}
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        error={error?.field === 'email' ? error.text : null}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={error?.field === 'password' ? error.text : null}
      />
      <Button type="submit" wide isBusy={sending === 'password'}>
        {sending === 'password' ? 'Signing in...' : 'Sign in'} <ReturnMark />
      </Button>
      {signInMethods.length > 0 && <span className={styles.or}>or</span>}
      {signInMethods.includes('link') && (
        <Button variant="line" wide isBusy={sending === 'link'} onClick={handleLink}>
          {sending === 'link' ? 'Sending...' : 'Send me a link'}
        </Button>
      )}
      {signInMethods.includes('github') && (
        <Button variant="line" wide isBusy={sending === 'github'} onClick={handleGitHub}>
          Continue with GitHub
        </Button>
      )}
      <p className={`meta ${styles.below}`}>
        <span>
          New here?{' '}
          <Link className="link" to={`/sign-up${query}`}>
            Create an account
          </Link>
        </span>
        <Link className="link" to="/reset-password">
          Forgot the password?
        </Link>
      </p>
    </form>
  );
}
