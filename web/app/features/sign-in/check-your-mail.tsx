import { Button } from '@newline/ui/components/button';
import { DoneNote, ErrorNote } from '@newline/ui/components/error-note';
import { useState } from 'react';
import { explainAuthError, sendVerification } from '../../shared/login/auth-requests.ts';
import styles from './sign-in.module.css';

/** The end of signing up: the rest stands in the mail, which can be asked for once more. */
export function CheckYourMail({ email, returnTo }: { email: string; returnTo: string }) {
  const [state, setState] = useState<'sent' | 'busy' | 'again'>('sent');
  const [error, setError] = useState<string | null>(null);
  const handleAgain = () => {
    setState('busy');
    setError(null);
    sendVerification(email, returnTo)
      .then(() => setState('again'))
      .catch((reason: unknown) => {
        setError(explainAuthError(reason).text);
        setState('sent');
      });
  };
  return (
    <div className={styles.form}>
      <DoneNote>
        Check your mail. {state === 'again' ? 'Another link is' : 'A link is'} on its way to {email}: it confirms the address, signs you in
        and brings you back.
      </DoneNote>
      {error && <ErrorNote>{error}</ErrorNote>}
      <p className="acts">
        <Button variant="line" isBusy={state === 'busy'} onClick={handleAgain}>
          {state === 'busy' ? 'Sending...' : 'Send it again'}
        </Button>
      </p>
    </div>
  );
}
