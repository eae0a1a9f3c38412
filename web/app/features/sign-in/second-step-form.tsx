import { accountLimits } from '@newline/api/rules/limits/account';
import { safeReturnTo } from '@newline/api/rules/return-path';
import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { ReturnMark } from '@newline/ui/components/return-mark';
import type { FormEvent } from 'react';
import { formText } from '../../shared/form/form-text.ts';
import { leaveFor } from '../../shared/form/leave-for.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { Link } from '../../shared/link.tsx';
import { explainAuthError, verifySecondStep } from '../../shared/login/auth-requests.ts';
import type { SentForm } from '../../shared/login/sent-form.ts';
import styles from './sign-in.module.css';

type Props = {
  returnTo: string;
  /** The server's message about a form that was sent without scripts. */
  sent: SentForm | undefined;
};

/** The form for the second step of signing in: a code from an authenticator app, or a recovery code. */
export function SecondStepForm({ returnTo, sent }: Props) {
  const { isBusy, failure, faults, run } = useForm(explainAuthError, sent?.faults);
  const target = safeReturnTo(returnTo);
  const query = target === '/' ? '' : `?returnTo=${encodeURIComponent(target)}`;
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = formText(new FormData(event.currentTarget), 'code');
    void run(async () => {
      await verifySecondStep(code);
      await leaveFor(target);
    });
  };
  return (
    <form className={styles.form} method="post" action={`/sign-in/second-step${query}`} onSubmit={handleSubmit} noValidate>
      {failure && <ErrorNote>{failure}</ErrorNote>}
      <Field
        label="Code"
        name="code"
        dir="ltr"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={accountLimits.secondStepCode}
        hint="The 6-digit code from your authenticator app, or a recovery code."
        required
        error={faults['code']}
      />
      <Button type="submit" wide isBusy={isBusy}>
        {isBusy ? 'Signing in...' : 'Continue'} <ReturnMark />
      </Button>
      <p className="meta">
        <Link className="link" to={`/sign-in${query}`}>
          Start over
        </Link>
      </p>
    </form>
  );
}
