import { Button } from '@newline/ui/components/button';
import { Dialog } from '@newline/ui/components/dialog';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { useState, type FormEvent } from 'react';
import { deleteAccount, explainAuthError, signOutEverywhere } from '../../shared/login/auth-requests.ts';
import { leaveFor } from '../../shared/form/leave-for.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { formPassword } from '../../shared/form/form-text.ts';
import styles from './account.module.css';

/** Sign out everywhere, or delete the account after entering the password again. */
export function LeaveSection() {
  const [isAsking, setIsAsking] = useState(false);
  const sessions = useForm(explainAuthError);
  const deletion = useForm(explainAuthError);
  const handleSignOut = () => void sessions.run(() => signOutEverywhere().then(() => leaveFor('/')));
  const handleDelete = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = formPassword(new FormData(event.currentTarget), 'password');
    void deletion.run(() => deleteAccount(password).then(() => leaveFor('/')));
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
      <Dialog isOpen={isAsking} onOpenChange={setIsAsking} title="Delete your account?" narrow>
        <p>
          Your profile, likes, bookmarks, progress and the text of your comments are deleted immediately. You can’t undo this. Replies from
          others stay.
        </p>
        <form className={styles.form} method="post" onSubmit={handleDelete} noValidate>
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
