import { accountLimits } from '@newline/api/rules/limits/account';
import { Button } from '@newline/ui/components/button';
import { DoneNote, ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { useState, type FormEvent } from 'react';
import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { LocalDate } from '../../shared/dates/local-date.tsx';
import { formPassword, formText } from '../../shared/form/form-text.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { useHasPasskeys } from '../../shared/login/has-passkeys.ts';
import { createPasskey } from '../../shared/login/use-passkey.ts';
import { deviceOf } from './device-of.ts';
import { explainPasskeyError, removePasskey } from './passkey-requests.ts';
import styles from './security.module.css';

/** A passkey of the user. */
export type Passkey = { id: string; name: string; createdAt: string; lastUsedAt: string | null };

type Props = { passkeys: readonly Passkey[]; hasPassword: boolean; onChanged: () => Promise<void> };

/** The section for adding and removing passkeys. */
export function PasskeysSection({ passkeys, hasPassword, onChanged }: Props) {
  const [isAdding, setIsAdding] = useState(false);
  const [isAdded, setIsAdded] = useState(false);
  const removing = useForm(explainPasskeyError);
  const canAdd = useHasPasskeys();
  const handleAdded = async () => {
    setIsAdding(false);
    setIsAdded(true);
    await onChanged();
  };
  return (
    <div className={styles.form}>
      <p>Sign in with your fingerprint, face or screen lock instead of a password and a code. Passkeys can’t be phished.</p>
      {isAdded && <DoneNote>Passkey added.</DoneNote>}
      {removing.failure && <ErrorNote>{removing.failure}</ErrorNote>}
      {passkeys.length > 0 && (
        <ul className={styles.rows} aria-label="Passkeys">
          {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
            <li key={id}>
              <span>
                <b dir="auto">{name}</b>
                <span className="meta num">
                  Added <LocalDate of={createdAt} look="day" />
                  {lastUsedAt !== null && (
                    <>
                      <span>, last used </span>
                      <LocalDate of={lastUsedAt} look="day" />
                    </>
                  )}
                </span>
              </span>
              <ConfirmButton
                action="Remove"
                object={`passkey ${name}`}
                consequence="You won’t be able to sign in with it. Remove it from your device, too. You can add another one at any time."
                isBusy={removing.busy === id}
                onConfirm={() => removing.run(() => removePasskey(id).then(onChanged), id)}
              />
            </li>
          ))}
        </ul>
      )}
      {isAdding && <AddPasskey hasPassword={hasPassword} onAdded={handleAdded} onCancel={() => setIsAdding(false)} />}
      {!isAdding && canAdd && (
        <p className="acts">
          <Button variant="line" onClick={() => setIsAdding(true)}>
            Add passkey
          </Button>
        </p>
      )}
      {!canAdd && <p className="meta">This browser can’t create passkeys.</p>}
    </div>
  );
}

function AddPasskey({ hasPassword, onAdded, onCancel }: { hasPassword: boolean; onAdded: () => Promise<void>; onCancel: () => void }) {
  const { isBusy, failure, faults, run, refuse } = useForm(explainPasskeyError);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const name = formText(fields, 'name');
    if (name === '') return refuse({ name: 'Enter a name.' });
    return void run(() => createPasskey({ password: formPassword(fields, 'password'), name }).then(onAdded));
  };
  return (
    <form className={styles.form} method="post" onSubmit={handleSubmit} noValidate aria-label="Add passkey">
      <div className={styles.wide}>
        <Field
          label="Name"
          name="name"
          hint="Helps you tell your passkeys apart, such as the name of the device."
          defaultValue={deviceOf(navigator.userAgent)}
          maxLength={accountLimits.name}
          required
          error={faults['name']}
        />
      </div>
      {hasPassword && (
        <div className={styles.wide}>
          <Field label="Password" name="password" type="password" autoComplete="current-password" required error={faults['password']} />
        </div>
      )}
      {failure && <ErrorNote>{failure}</ErrorNote>}
      <p className="acts">
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'Waiting for your device...' : 'Create passkey'}
        </Button>
        <Button variant="bare" onClick={onCancel}>
          Cancel
        </Button>
      </p>
    </form>
  );
}
