import { Button } from '@newline/ui/components/button';
import { DoneNote, ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { useRef, type FormEvent } from 'react';
import { changePassword, explainAuthError } from '../../shared/login/auth-requests.ts';
import { useSaving } from './use-saving.ts';
import { formPassword } from '../../shared/form-text.ts';
import styles from './account.module.css';

/** A new password; every other session ends with it. */
export function PasswordForm() {
  const form = useRef<HTMLFormElement>(null);
  const saving = useSaving(explainAuthError);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const current = formPassword(fields, 'currentPassword');
    const next = formPassword(fields, 'newPassword');
    void saving.save(() => changePassword(current, next)).then((isSaved) => isSaved && form.current?.reset());
  };
  return (
    <form ref={form} className={styles.form} method="post" onSubmit={handleSubmit} noValidate aria-label="Password">
      <div className={styles.pair}>
        <Field
          label="Current password"
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          required
          error={saving.errorOf('currentPassword')}
        />
        <Field
          label="New password"
          name="newPassword"
          type="password"
          autoComplete="new-password"
          hint="10 characters or more."
          required
          error={saving.errorOf('password')}
        />
      </div>
      {saving.errorOf('form') && <ErrorNote>{saving.errorOf('form')}</ErrorNote>}
      {saving.state === 'done' && <DoneNote>The password is changed. Every other session has ended.</DoneNote>}
      <p className="acts">
        <Button type="submit" variant="line" isBusy={saving.isBusy}>
          {saving.isBusy ? 'Changing...' : 'Change password'}
        </Button>
      </p>
    </form>
  );
}
