import { ErrorNote } from '@newline/ui/components/error-note';
import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { Link } from '../../shared/link.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import styles from './admin.module.css';
import { RequireSecondStepDocument } from './security-documents.ts';
import { useActions } from './use-actions.ts';

type Props = {
  security: { isSecondStepRequired: boolean; hasSecondStep: boolean; administratorsCount: number; securedCount: number };
};

/** The page for requiring a second step for administrators. */
export function AdministratorSecurityPage({ security }: Props) {
  const { busy, failure, perform } = useActions();
  const { isSecondStepRequired, hasSecondStep, administratorsCount, securedCount } = security;
  const change = (isRequired: boolean) =>
    perform(
      'rule',
      () => requestDocument(RequireSecondStepDocument, { isRequired }),
      isRequired ? 'Administrators now need a second step.' : 'The second step is optional now.',
    );
  const missing = administratorsCount - securedCount;
  return (
    <>
      <h1>Security</h1>
      <p className={`lead ${styles['lead']}`}>How administrators of this site sign in.</p>
      {failure !== null && <ErrorNote>{failure}</ErrorNote>}
      <h2>Second step for administrators</h2>
      <div className={styles['prose']}>
        <p>
          {isSecondStepRequired
            ? 'Administrators need two-step sign-in or a passkey. Without it, they can’t use administration and have no other administrator permissions.'
            : 'Administrators can sign in with a password or an email link alone. Require two-step sign-in or a passkey, so that a stolen password or mailbox isn’t enough.'}
        </p>
        <p>
          {securedCount} of {administratorsCount} {administratorsCount === 1 ? 'administrator has' : 'administrators have'} set up two-step
          sign-in or a passkey.
        </p>
        {!isSecondStepRequired && !hasSecondStep && (
          <p>
            Before you can require it, set it up for your own account under{' '}
            <Link className="link" to="/account/security#two-step">
              Sign-in and security
            </Link>
            .
          </p>
        )}
        <div className={styles['acts']}>
          {isSecondStepRequired ? (
            <ConfirmButton
              action="Make it optional"
              object="for administrators to use a second step"
              title="Make the second step optional?"
              consequence="A password or an email link is then enough for administrators who haven’t set up two-step sign-in."
              isBusy={busy === 'rule'}
              onConfirm={() => change(false)}
            />
          ) : (
            hasSecondStep && (
              <ConfirmButton
                action="Require a second step"
                object="of administrators"
                consequence={
                  missing === 0
                    ? 'All administrators have set it up. Those who signed in without it lose their permissions until they sign in with it.'
                    : `${missing === 1 ? 'One administrator hasn’t' : `${missing} administrators haven’t`} set it up and can’t use administration until they have. Those who signed in without it lose their permissions until they sign in with it.`
                }
                isBusy={busy === 'rule'}
                onConfirm={() => change(true)}
              />
            )
          )}
        </div>
      </div>
    </>
  );
}
