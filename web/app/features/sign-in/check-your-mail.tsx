import { Button } from '@newline/ui/components/button';
import { DoneNote, ErrorNote } from '@newline/ui/components/error-note';
import { useForm } from '../../shared/form/use-form.ts';
import { explainAuthError, sendVerification } from '../../shared/login/auth-requests.ts';
import styles from './sign-in.module.css';

/** Shown after signing up: the next step is in the email, which can be sent again. */
export function CheckYourMail({ email, returnTo }: { email: string; returnTo: string }) {
  const { isBusy, isDone, failure, faults, run } = useForm(explainAuthError);
  const problem = failure ?? Object.values(faults)[0];
  return (
    <div className={styles.form}>
      <DoneNote>
        Check your email. {isDone ? 'Another link is' : 'A link is'} on its way to {email}. It confirms your email address, signs you in and
        takes you back to where you were.
      </DoneNote>
      {problem && <ErrorNote>{problem}</ErrorNote>}
      <p className="acts">
        <Button variant="line" isBusy={isBusy} onClick={() => void run(() => sendVerification(email, returnTo))}>
          {isBusy ? 'Sending...' : 'Resend'}
        </Button>
      </p>
    </div>
  );
}
