import { Button } from '@newline/ui/components/button';
import { Dialog } from '@newline/ui/components/dialog';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { useState, type FormEvent } from 'react';
import { deleteAccount, explainAuthError, signOutEverywhere } from '../../shared/login/auth-requests.ts';
import { LazyConfirmDialog } from '../../shared/confirm/lazy-confirm-dialog.tsx';
import { lossText } from '../../shared/outbox/outbox-texts.ts';
import { useOutbox } from '../../shared/outbox/use-outbox.ts';
import { leaveFor } from '../../shared/form/leave-for.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { formPassword, formText } from '../../shared/form/form-text.ts';
import { requestDocument } from '../../shared/request-document.ts';
import { explainFailure } from '../../shared/form/explain-failure.ts';
import type { Faults } from '../../shared/form/faults.ts';
import { ApiError } from '../../shared/graphql-document.ts';
import { UpdateSettingsDocument } from './account-documents.ts';
import styles from './account.module.css';

type Props = { userId: string; hasCertificates: boolean };

/** Sign out everywhere, or delete the account after entering the password again. */
export function LeaveSection({ userId, hasCertificates }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const sessions = useForm(explainAuthError);
  const deletion = useForm(explainDeletion);
  const waiting = useOutbox();
  const [isSigningOut, setSigningOut] = useState(false);
  const leave = () => sessions.run(() => signOutEverywhere().then(() => leaveFor('/')));
  const handleSignOut = () => {
    if (waiting.length > 0) setSigningOut(true);
    else void leave();
  };
  const handleDelete = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = formPassword(form, 'password');
    const keepsCertificates = formText(form, 'certificates') === 'keep';
    void deletion.run(async () => {
      if (hasCertificates) await requestDocument(UpdateSettingsDocument, { userId, patch: { keepsCertificates } });
      await deleteAccount(password);
      await leaveFor('/');
    });
  };
  return (
    <div className={styles.form}>
      {sessions.failure && <ErrorNote>{sessions.failure}</ErrorNote>}
      <p>
        <a className="link" href="/api/own-data" download>
          Download your data
        </a>{' '}
        as JSON.
      </p>
      <p className="acts">
        <Button variant="line" isBusy={sessions.isBusy} onClick={handleSignOut}>
          {sessions.isBusy ? 'Signing out...' : 'Sign out everywhere'}
        </Button>
        <Button variant="danger" onClick={() => setIsAsking(true)}>
          Delete account
        </Button>
      </p>
      {isSigningOut && (
        <LazyConfirmDialog
          title="Sign out everywhere and delete what’s waiting?"
          action="Sign out"
          onConfirm={leave}
          onClose={() => setSigningOut(false)}
        >
          {lossText(waiting.length)}
        </LazyConfirmDialog>
      )}
      <Dialog isOpen={isAsking} onOpenChange={setIsAsking} title="Delete your account?" narrow>
        <p>
          Your profile, likes, bookmarks, progress and the text of your comments are deleted immediately. You can’t undo this. Replies from
          others stay.
        </p>
        <form className={styles.form} method="post" onSubmit={handleDelete} noValidate>
          {hasCertificates && (
            <fieldset className={styles.choice}>
              <legend>Your certificates</legend>
              <label className={styles.check}>
                <input type="radio" name="certificates" value="delete" defaultChecked />
                Delete them. Their links and badges stop working.
              </label>
              <label className={styles.check}>
                <input type="radio" name="certificates" value="keep" />
                Keep them, with your name and without an account. You can’t delete them later.
              </label>
            </fieldset>
          )}
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            error={deletion.faults['currentPassword'] ?? deletion.faults['password']}
          />
          {deletion.failure && <ErrorNote>{deletion.failure}</ErrorNote>}
          <Button type="submit" variant="danger" wide isBusy={deletion.isBusy}>
            {deletion.isBusy ? 'Deleting...' : 'Delete account'}
          </Button>
        </form>
      </Dialog>
    </div>
  );
}

function explainDeletion(error: unknown): Faults {
  return error instanceof ApiError ? explainFailure(error) : explainAuthError(error);
}
