import { accountLimits } from '@newline/api/rules/limits/account';
import { Button } from '@newline/ui/components/button';
import { DoneNote, ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { ReturnMark } from '@newline/ui/components/return-mark';
import type { FormEvent } from 'react';
import type { Faults } from '../../shared/form/faults.ts';
import { formText } from '../../shared/form/form-text.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { cancelEmailChange, explainSecurityError, faultsOfNewEmail, requestEmailChange } from './security-requests.ts';
import styles from './security.module.css';

/** The email address of an account, and a pending change. */
export type EmailFacts = { email: string; pendingEmail: string | null; isAllowed: boolean; isConfirmed: boolean };

type Props = {
  facts: EmailFacts;
  /** The server's message about a form that was sent without scripts. */
  faults: Faults | undefined;
  onChanged: () => Promise<void>;
};

/** The section for changing the email address. For a pending change, it shows which of the two email addresses hasn't confirmed it yet. */
export function EmailSection({ facts, faults, onChanged }: Props) {
  const saving = useForm(explainSecurityError, faults);
  const send = (work: () => Promise<unknown>, name: string) => void saving.run(() => work().then(onChanged), name);
  if (facts.pendingEmail !== null)
    return <PendingChange facts={{ ...facts, pendingEmail: facts.pendingEmail }} saving={saving} onSend={send} />;
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const newEmail = formText(new FormData(event.currentTarget), 'newEmail');
    const wrong = faultsOfNewEmail(newEmail);
    if (wrong !== null) return saving.refuse(wrong);
    return send(() => requestEmailChange(newEmail), 'change');
  };
  return (
    <form className={styles.form} method="post" onSubmit={handleSubmit} noValidate aria-label="Email address">
      <p>
        You sign in with <b>{facts.email}</b>.
      </p>
      <div className={styles.wide}>
        <Field
          label="New email address"
          name="newEmail"
          type="email"
          autoComplete="email"
          maxLength={accountLimits.email}
          hint="We’ll send a link to both email addresses. The change takes effect once you’ve confirmed both."
          required
          error={saving.faults['newEmail']}
        />
      </div>
      {saving.failure && <ErrorNote>{saving.failure}</ErrorNote>}
      <p className="acts">
        <Button type="submit" name="do" value="change-email" variant="line" isBusy={saving.busy === 'change'}>
          {saving.busy === 'change' ? 'Sending...' : 'Change email address'} <ReturnMark />
        </Button>
      </p>
    </form>
  );
}

type PendingProps = {
  facts: EmailFacts & { pendingEmail: string };
  saving: ReturnType<typeof useForm>;
  onSend: (work: () => Promise<unknown>, name: string) => void;
};

function PendingChange({ facts, saving, onSend }: PendingProps) {
  const { email, pendingEmail, isAllowed, isConfirmed } = facts;
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isCancel = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') === 'cancel-email';
    if (isCancel) onSend(() => cancelEmailChange(), 'cancel');
    else onSend(() => requestEmailChange(pendingEmail), 'change');
  };
  return (
    <form className={styles.form} method="post" onSubmit={handleSubmit} aria-label="Email address">
      <DoneNote>Check your email. Confirm the change with the links we sent to both addresses.</DoneNote>
      <ul className={styles.rows}>
        <Address email={email} note="Current email address" isConfirmed={isAllowed} />
        <Address email={pendingEmail} note="New email address" isConfirmed={isConfirmed} />
      </ul>
      <p className="meta">The links expire after 24 hours. You’ll be signed out everywhere when your email address changes.</p>
      {saving.failure && <ErrorNote>{saving.failure}</ErrorNote>}
      <input type="hidden" name="newEmail" value={pendingEmail} />
      <p className="acts">
        <Button type="submit" name="do" value="change-email" variant="line" isBusy={saving.busy === 'change'}>
          {saving.busy === 'change' ? 'Sending...' : 'Send new links'}
        </Button>
        <Button type="submit" name="do" value="cancel-email" variant="bare" isBusy={saving.busy === 'cancel'}>
          {saving.busy === 'cancel' ? 'Canceling...' : 'Keep current email address'}
        </Button>
      </p>
    </form>
  );
}

function Address({ email, note, isConfirmed }: { email: string; note: string; isConfirmed: boolean }) {
  return (
    <li>
      <span>
        <b>{email}</b>
        <span className="meta">{note}</span>
      </span>
      <span className="meta">{isConfirmed ? 'Confirmed' : 'Not confirmed yet'}</span>
    </li>
  );
}
