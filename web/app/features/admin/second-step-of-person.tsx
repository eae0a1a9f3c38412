import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { Link } from '../../shared/link.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import styles from './admin.module.css';
import { RemoveSecondStepDocument } from './people-documents.ts';
import type { RunAction } from './use-actions.ts';

type Props = {
  userId: string;
  name: string;
  account: { hasTwoStep: boolean; passkeysCount: number };
  /** Why it can't be removed here; null if it can. */
  reason: 'own' | 'administrator' | null;
  isBusy: boolean;
  perform: RunAction;
};

/** Whether a user has two-step sign-in and passkeys. Both can be removed for a user who lost them. */
export function SecondStepOfPerson({ userId, name, account: { hasTwoStep, passkeysCount }, reason, isBusy, perform }: Props) {
  if (!hasTwoStep && passkeysCount === 0) return <p className="meta">No two-step sign-in and no passkeys.</p>;
  const keys = passkeysCount === 0 ? null : passkeysCount === 1 ? '1 passkey' : `${passkeysCount} passkeys`;
  return (
    <>
      <p>{[hasTwoStep ? 'Two-step sign-in is on' : null, keys].filter((part) => part !== null).join(', ')}.</p>
      {reason === 'own' && (
        <p className="meta">
          Change your own under{' '}
          <Link className="link" to="/account/security">
            Sign-in and security
          </Link>
          .
        </p>
      )}
      {reason === 'administrator' && (
        <p className="meta">An administrator’s second step can’t be removed. Remove the administrator role first.</p>
      )}
      {reason === null && (
        <div className={styles['acts']}>
          <ConfirmButton
            action="Remove second step"
            object={`of ${name}`}
            consequence="Do this only if you’re sure who asked. Their two-step sign-in and all passkeys are removed, and they’re signed out everywhere. They get an email."
            isBusy={isBusy}
            onConfirm={() =>
              perform(
                'second-step',
                () => requestDocument(RemoveSecondStepDocument, { userId }),
                'Second step removed. They’re signed out.',
              )
            }
          />
        </div>
      )}
    </>
  );
}
