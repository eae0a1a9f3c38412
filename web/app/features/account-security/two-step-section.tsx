import { Button } from '@newline/ui/components/button';
import { DoneNote } from '@newline/ui/components/error-note';
import { useState } from 'react';
import { LocalDate } from '../../shared/dates/local-date.tsx';
import { CodeForm } from './code-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TwoStepSetup } from './two-step-setup.tsx';
import { endTwoStep, renewRecoveryCodes } from './two-step-requests.ts';
import styles from './security.module.css';

/** Whether two-step sign-in is on, when it was turned on, and the number of remaining recovery codes. */
export type TwoStepFacts = { hasPassword: boolean; twoStepSince: string | null; recoveryCodesLeft: number };

type Props = { facts: TwoStepFacts; onChanged: () => Promise<void> };

/** The section for setting up two-step sign-in, getting recovery codes, and turning it off. */
export function TwoStepSection({ facts, onChanged }: Props) {
  const [open, setOpen] = useState<'setup' | 'codes' | 'end' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isEnded, setIsEnded] = useState(false);
  const show = async (recoveryCodes: readonly string[]) => {
    setCodes(recoveryCodes);
    setOpen(null);
    await onChanged();
  };
  if (codes !== null) return <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />;
  if (facts.twoStepSince === null)
    return (
      <div className={styles.form}>
        {isEnded && <DoneNote>Two-step sign-in is off.</DoneNote>}
        <p>
          Require a code from an authenticator app in addition to your password, so a stolen password or mailbox isn’t enough to sign in.
        </p>
        {open === 'setup' ? (
          <TwoStepSetup hasPassword={facts.hasPassword} onConfirmed={show} onCancel={() => setOpen(null)} />
        ) : (
          <p className="acts">
            <Button variant="line" onClick={() => setOpen('setup')}>
              Set up two-step sign-in
            </Button>
          </p>
        )}
      </div>
    );
  const handleEnd = async (code: string) => {
    await endTwoStep(code);
    setOpen(null);
    setIsEnded(true);
    await onChanged();
  };
  return (
    <div className={styles.form}>
      <p>
        Two-step sign-in has been on since <LocalDate of={facts.twoStepSince} look="longDay" />.
      </p>
      <p className={facts.recoveryCodesLeft < 3 ? styles.note : 'meta'}>{leftText(facts.recoveryCodesLeft)}</p>
      {open === 'codes' && (
        <CodeForm
          label="Get new recovery codes"
          busyLabel="Creating..."
          note="Your remaining codes stop working."
          onSend={async (code) => show(await renewRecoveryCodes(code))}
          onCancel={() => setOpen(null)}
        />
      )}
      {open === 'end' && (
        <CodeForm
          label="Turn off two-step sign-in"
          busyLabel="Turning off..."
          variant="danger"
          note="Your password or an email link will be enough to sign in."
          onSend={handleEnd}
          onCancel={() => setOpen(null)}
        />
      )}
      {open === null && (
        <p className="acts">
          <Button variant="line" onClick={() => setOpen('codes')}>
            New recovery codes
          </Button>
          <Button variant="bare" onClick={() => setOpen('end')}>
            Turn off
          </Button>
        </p>
      )}
    </div>
  );
}

function leftText(left: number): string {
  if (left === 0) return 'You have no recovery codes left. Get new ones to be able to sign in without your app.';
  if (left < 3) return `You have ${left === 1 ? 'one recovery code' : `${left} recovery codes`} left. Get new ones soon.`;
  return `You have ${left} recovery codes left.`;
}
