import { accountLimits } from '@newline/api/rules/limits/account';
import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { useState, type FormEvent } from 'react';
import { formPassword, formText } from '../../shared/form/form-text.ts';
import { useForm } from '../../shared/form/use-form.ts';
import styles from './security.module.css';
import type { TokenScope } from './token-documents.ts';
import { createToken, explainTokenError } from './token-requests.ts';

type Props = { isAdmin: boolean; hasPassword: boolean; onCreated: (token: string) => void; onCancel: () => void };

const scopes: readonly (readonly [TokenScope, label: string, hint: string])[] = [
  ['READ', 'Read', 'Can read everything that you can. Can’t change anything.'],
  ['WRITE', 'Read and write', 'Can read and change everything that you can, except your sign-in settings and administration.'],
  ['ADMIN', 'Administration', 'Has all your administrator permissions, except for your sign-in settings and roles.'],
];

const lifetimes: readonly (readonly [string, string])[] = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
  ['date', 'On a date...'],
  ['never', 'Never'],
];

const dayMs = 86_400_000;

/** The form for creating an access token. */
export function NewTokenForm({ isAdmin, hasPassword, onCreated, onCancel }: Props) {
  const { isBusy, failure, faults, run, refuse } = useForm(explainTokenError);
  const [scope, setScope] = useState<TokenScope>('READ');
  const [lifetime, setLifetime] = useState('30');
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const name = formText(fields, 'name');
    const expiresAt = expiryOf(lifetime, formText(fields, 'date'));
    const wrong = {
      ...(name === '' && { name: 'Enter a name.' }),
      ...(expiresAt === undefined && { date: 'Choose a day after today.' }),
    };
    if (expiresAt === undefined || name === '') return refuse(wrong);
    const password = formPassword(fields, 'password');
    return void run(() => createToken({ name, scope, expiresAt, password }).then(onCreated));
  };
  return (
    <form className={styles.form} method="post" onSubmit={handleSubmit} noValidate aria-label="Create access token">
      <div className={styles.wide}>
        <Field
          label="Name"
          name="name"
          hint="To tell your tokens apart, such as the program that uses it."
          maxLength={accountLimits.name}
          required
          error={faults['name']}
        />
      </div>
      <div className={styles.wide}>
        <Field
          control="select"
          label="Scope"
          name="scope"
          value={scope}
          hint={scopes.find(([value]) => value === scope)?.[2] ?? ''}
          error={faults['scope']}
          onChange={({ target }) => setScope(scopes.find(([value]) => value === target.value)?.[0] ?? 'READ')}
        >
          {scopes
            .filter(([value]) => isAdmin || value !== 'ADMIN')
            .map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
        </Field>
      </div>
      <div className={styles.wide}>
        <Field
          control="select"
          label="Expires"
          name="lifetime"
          value={lifetime}
          {...(lifetime === 'never' && { hint: 'Anyone who finds the token can use it until you revoke it. We recommend a date.' })}
          onChange={({ target }) => setLifetime(target.value)}
        >
          {lifetimes.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Field>
      </div>
      {lifetime === 'date' && (
        <div className={styles.wide}>
          <Field label="Last day" name="date" type="date" required error={faults['date']} />
        </div>
      )}
      {hasPassword && (
        <div className={styles.wide}>
          <Field label="Password" name="password" type="password" autoComplete="current-password" required error={faults['password']} />
        </div>
      )}
      {failure && <ErrorNote>{failure}</ErrorNote>}
      <p className="acts">
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'Creating...' : 'Create token'}
        </Button>
        <Button variant="bare" onClick={onCancel}>
          Cancel
        </Button>
      </p>
    </form>
  );
}

/**
 * Returns when a token expires: at the end of the chosen day in the user's time zone; null for never; undefined for a day that isn't in the
 * future.
 */
function expiryOf(lifetime: string, day: string): string | null | undefined {
  if (lifetime === 'never') return null;
  const expiresAt = lifetime === 'date' ? Date.parse(`${day}T23:59:59`) : Date.now() + Number(lifetime) * dayMs;
  return expiresAt > Date.now() ? new Date(expiresAt).toISOString() : undefined;
}
