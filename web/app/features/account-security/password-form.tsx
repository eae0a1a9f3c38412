import { Button } from '@newline/ui/components/button';
import { DoneNote, ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { passwordHint } from '@newline/api/rules/account';
import { useRef, type FormEvent } from 'react';
import { changePassword, explainAuthError } from '../../shared/login/auth-requests.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { formPassword } from '../../shared/form/form-text.ts';
import styles from './security.module.css';

/** The form for changing the password, which ends all other sessions. */
export function PasswordForm() {
  const form = useRef<HTMLFormElement>(null);
  const saving = useForm(explainAuthError);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const current = formPassword(fields, 'currentPassword');
    const next = formPassword(fields, 'newPassword');
    void saving.run(() => changePassword(current, next)).then((isSaved) => isSaved && form.current?.reset());
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
          error={saving.faults['currentPassword']}
        />
        <Field
          label="New password"
          name="newPassword"
          type="password"
          autoComplete="new-password"
          hint={passwordHint}
          required
          error={saving.faults['password']}
        />
      </div>
      {saving.failure && <ErrorNote>{saving.failure}</ErrorNote>}
      {saving.isDone && <DoneNote>Password changed. You’ve been signed out everywhere else.</DoneNote>}
      <p className="acts">
        <Button type="submit" variant="line" isBusy={saving.isBusy}>
          {saving.isBusy ? 'Changing...' : 'Change password'}
        </Button>
      </p>
    </form>
  );
}
