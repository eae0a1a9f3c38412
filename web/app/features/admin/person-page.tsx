import { truncate } from '@newline/document/truncate';
import { Badge } from '@newline/ui/components/badge';
import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { useState } from 'react';
import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { Link } from '../../shared/link.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import { accessWords, endAccessWords, isRunning, sourceWords } from './access-words.ts';
import styles from './admin.module.css';
import { DeletePersonDialog } from './delete-person-dialog.tsx';
import { Instant } from './instant.tsx';
import {
  EndAccessDocument,
  EndPersonSuspensionDocument,
  type PersonData,
  SetAdminDocument,
  SignOutPersonDocument,
} from './people-documents.ts';
import { PersonTokens } from './person-tokens.tsx';
import { SecondStepOfPerson } from './second-step-of-person.tsx';
import { SuspendForm } from './suspend-form.tsx';
import { useActions } from './use-actions.ts';

type Person = NonNullable<PersonData['userById']>;
type Props = {
  person: Person;
  account: NonNullable<PersonData['personAccount']>;
  sessions: PersonData['personSessions']['nodes'];
  isOneself: boolean;
  /** The time at which the page was rendered. */
  now: number;
};

/** The page of one user: account, permissions and comments. */
export function PersonPage({ person, account, sessions, isOneself, now }: Props) {
  const { busy, failure, perform } = useActions();
  const [isDeleting, setDeleting] = useState(false);
  const userId = person.id;
  const isSuspended = person.suspension !== null && isRunning(person.suspension, now);
  return (
    <>
      <h1 dir="auto">{person.displayName}</h1>
      <p className={styles['head']}>
        <Link className="link" to={`/@${person.username}`}>
          @{person.username}
        </Link>
        {person.isAdmin && <Badge look="solid">Administrator</Badge>}
        {isSuspended && <Badge look="line">Suspended</Badge>}
      </p>
      {failure !== null && <ErrorNote>{failure}</ErrorNote>}
      <h2>Account</h2>
      <dl className={styles['facing']}>
        <dt>Email</dt>
        <dd>
          {account.email}
          {!account.isEmailVerified && <span> (not confirmed)</span>}
        </dd>
        <dt>Signed up</dt>
        <dd>
          <Instant of={person.createdAt} />
        </dd>
        <dt>Sign-in methods</dt>
        <dd>{['email link', ...account.signInMethods.map((method) => (method === 'credential' ? 'password' : method))].join(', ')}</dd>
        <dt>Last seen</dt>
        <dd>{account.seenAt === null ? 'Not recently' : <Instant of={account.seenAt} />}</dd>
        <dt>Activity</dt>
        <dd className="num">
          {count(account.commentsCount, 'comment')}, {count(account.reviewsCount, 'review')}
        </dd>
      </dl>
      <div className={styles['acts']}>
        <ConfirmButton
          action={person.isAdmin ? 'Remove administrator role' : 'Add administrator role'}
          object={person.isAdmin ? `from ${person.displayName}` : `to ${person.displayName}`}
          consequence={
            person.isAdmin
              ? 'They lose access to administration immediately.'
              : 'They can see and change everything here: accounts, access, prices and comments.'
          }
          isBusy={busy === 'role'}
          onConfirm={() =>
            perform(
              'role',
              () => requestDocument(SetAdminDocument, { userId, isAdmin: !person.isAdmin }),
              person.isAdmin ? 'No longer an administrator.' : 'Now an administrator.',
            )
          }
        />
        {!isOneself && (
          <Button
            size="small"
            variant="danger"
            aria-label={`Delete account of ${person.displayName}`}
            aria-haspopup="dialog"
            onClick={() => setDeleting(true)}
          >
            Delete account
          </Button>
        )}
      </div>

      <h2>Second step</h2>
      <SecondStepOfPerson
        userId={userId}
        name={person.displayName}
        account={account}
        reason={isOneself ? 'own' : person.isAdmin ? 'administrator' : null}
        isBusy={busy === 'second-step'}
        perform={perform}
      />

      <h2>Suspension</h2>
      {isSuspended ? (
        <>
          <p>
            {person.suspension?.endsAt ? (
              <span>
                Suspended until <Instant of={person.suspension.endsAt} />.
              </span>
            ) : (
              <span>Suspended permanently.</span>
            )}
            {person.suspension?.reason && (
              <span>
                {' '}
                Reason: <bdi>{person.suspension.reason}</bdi>
              </span>
            )}
          </p>
          <div className={styles['acts']}>
            <Button
              size="small"
              variant="line"
              isBusy={busy === 'suspension'}
              onClick={() =>
                void perform('suspension', () => requestDocument(EndPersonSuspensionDocument, { userId }), 'Suspension ended.')
              }
            >
              End suspension of <bdi>{person.displayName}</bdi>
            </Button>
          </div>
        </>
      ) : person.isAdmin ? (
        <p className="meta">Administrators can’t be suspended.</p>
      ) : (
        <SuspendForm userId={userId} name={person.displayName} isBusy={busy === 'suspension'} perform={perform} />
      )}

      <h2>Sessions</h2>
      {sessions.length === 0 && <p className="meta">No active sessions.</p>}
      {sessions.length > 0 && (
        <>
          <ul className={styles['list']} aria-label="Sessions">
            {sessions.map(({ id, startedAt, userAgent }) => (
              <li key={id}>
                <span className={styles['words']}>{userAgent ?? 'Unknown browser'}</span>
                <span className={styles['facts']}>
                  <span>
                    since <Instant of={startedAt} />
                  </span>
                </span>
              </li>
            ))}
          </ul>
          <div className={styles['acts']}>
            <ConfirmButton
              action="Sign out"
              object={`${person.displayName} everywhere`}
              consequence="All their sessions end. They can sign in again."
              isBusy={busy === 'sessions'}
              onConfirm={() => perform('sessions', () => requestDocument(SignOutPersonDocument, { userId }), 'Signed out everywhere.')}
            />
          </div>
        </>
      )}

      <PersonTokens tokens={person.accessTokens.nodes} name={person.displayName} busy={busy} perform={perform} />

      <h2>Access</h2>
      {person.subscriptions.nodes.map(({ id, plan, status, periodEndsAt, provider }) => (
        <p key={id}>
          {plan?.name ?? 'A plan'}, {status.toLowerCase().replace('_', ' ')}, until <Instant of={periodEndsAt} />
          {provider === 'stripe' && <span>, paid with Stripe</span>}
        </p>
      ))}
      {person.entitlements.nodes.length === 0 ? (
        <p className="meta">
          No access was granted or bought.{' '}
          <Link className="link" to={`/admin/grants?person=${person.username}`}>
            Grant access
          </Link>
        </p>
      ) : (
        <ul className={styles['list']} aria-label="Access">
          {person.entitlements.nodes.map((access) => (
            <li key={access.id}>
              <p className={styles['head']}>
                <b>{accessWords(access)}</b>
                {!isRunning(access, now) && <Badge look="line">Ended</Badge>}
              </p>
              <p className={styles['facts']}>
                <span>{sourceWords(access.source)}</span>
                <span>{access.endsAt === null ? 'permanently' : <Instant of={access.endsAt} />}</span>
              </p>
              {isRunning(access, now) && (
                <div className={styles['acts']}>
                  <ConfirmButton
                    action="End access"
                    object={`to ${accessWords(access)} for ${person.displayName}`}
                    consequence={endAccessWords(access)}
                    isBusy={busy === access.id}
                    onConfirm={() => perform(access.id, () => requestDocument(EndAccessDocument, { id: access.id }), 'Ended.')}
                  />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}

      <h2>Comments</h2>
      {person.comments.nodes.length === 0 ? (
        <p className="meta">No comments yet.</p>
      ) : (
        <ul className={styles['list']} aria-label="Comments">
          {person.comments.nodes.map(({ id, discussionId, createdAt, bodyMarkdown }) => (
            <li key={id}>
              <span className={styles['words']}>{truncate(bodyMarkdown ?? 'Deleted', 200)}</span>
              <a className="link meta" href={`/discussions/${discussionId}#${id}`}>
                <Instant of={createdAt} />
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className={styles['more']}>
        <Link className="link" to={`/admin/audit?person=${person.username}`}>
          Their audit log
        </Link>
      </p>
      <DeletePersonDialog isOpen={isDeleting} onOpenChange={setDeleting} userId={userId} username={person.username} />
    </>
  );
}

function count(number: number, word: string): string {
  return `${number.toLocaleString('en')} ${word}${number === 1 ? '' : 's'}`;
}
