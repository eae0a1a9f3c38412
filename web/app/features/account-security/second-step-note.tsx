import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { explainAuthError } from '../../shared/login/auth-requests.ts';
import { leaveFor } from '../../shared/form/leave-for.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { useHasPasskeys } from '../../shared/login/has-passkeys.ts';
import styles from './security.module.css';

/** Explains to an administrator without a second step why they can't use administration, and how to set one up. */
export function SecondStepNote({ hasPasskeys, canAddPasskey }: { hasPasskeys: boolean; canAddPasskey: boolean }) {
  const { isBusy, failure, run } = useForm(explainAuthError);
  const canUse = useHasPasskeys();
  const handleUse = () =>
    void run(async () => {
      const { signInWithPasskey } = await import('../../shared/login/use-passkey.ts');
      if (await signInWithPasskey()) await leaveFor('/admin');
    });
  return (
    <section className={styles.why} aria-labelledby="second-step-note">
      <div className={`${styles.form} ${styles.note}`}>
        <h2 id="second-step-note">Administration needs a second step</h2>
        <p>
          You signed in without two-step sign-in or a passkey. Until you use one of them, you don’t have administrator permissions on this
          site.
        </p>
        {hasPasskeys ? (
          <>
            {failure && <ErrorNote>{failure}</ErrorNote>}
            {canUse && (
              <p className="acts">
                <Button isBusy={isBusy} onClick={handleUse}>
                  {isBusy ? 'Waiting for your device...' : 'Use your passkey now'}
                </Button>
              </p>
            )}
            <p className="meta">You can also set up two-step sign-in below.</p>
          </>
        ) : (
          <p>
            Set up{' '}
            <a className="link" href="#two-step">
              two-step sign-in
            </a>
            {canAddPasskey && (
              <>
                {' '}
                or add a{' '}
                <a className="link" href="#passkeys">
                  passkey
                </a>
              </>
            )}
            <span>. Your permissions return immediately.</span>
          </p>
        )}
      </div>
    </section>
  );
}
