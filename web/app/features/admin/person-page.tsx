import { truncate } from '@newline/document/truncate';
import { Badge } from '@newline/ui/components/badge';
import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { inputClass } from '@newline/ui/components/field';
import { useState } from 'react';
import { Link } from '../../shared/link.tsx';
import { formText } from '../../shared/form/form-text.ts';
import { requestDocument } from '../../shared/request-document.ts';
import { accessWords, isRunning, sourceWords } from './access-words.ts';
import styles from './admin.module.css';
import { DeletePersonDialog } from './delete-person-dialog.tsx';
import { Instant } from './instant.tsx';
import {
  EndAccessDocument,
  EndPersonSuspensionDocument,
  type PersonData,
  SetAdminDocument,
  SignOutPersonDocument,
  SuspendPersonDocument,
} from './people-documents.ts';
import { type RunAct, useActs } from './use-acts.ts';

type Person = NonNullable<PersonData['userById']>;
type Props = {
  person: Person;
  account: NonNullable<PersonData['personAccount']>;
  sessions: PersonData['personSessions']['nodes'];
  isOneself: boolean;
  /** The instant at which the page was made. */
  now: number;
};

/** One person: the account, what they may do, and what they wrote. */
export function PersonPage({ person, account, sessions, isOneself, now }: Props) {
  const { busy, failure, act } = useActs();
  const [isDeleting, setDeleting] = useState(false);
  const userId = person.id;
  const isSuspended = person.suspension !== null && isRunning(person.suspension, now);
  return (
    <>
      <h1>{person.displayName}</h1>
      <p className={styles['head']}>
        <Link className="link" to={`/@${person.username}`}>
          @{person.username}
        </Link>
        {person.isAdmin && <Badge look="solid">Staff</Badge>}
        {isSuspended && <Badge look="line">Suspended</Badge>}
      </p>
      {failure !== null && <ErrorNote>{failure}</ErrorNote>}
      <h2>Account</h2>
      <dl className={styles['facing']}>
        <dt>Address</dt>
        <dd>
          {account.email}
          {!account.isEmailVerified && <span> (not confirmed)</span>}
        </dd>
        <dt>Signed up</dt>
        <dd>
          <Instant of={person.createdAt} />
        </dd>
        <dt>Signs in by</dt>
        <dd>{['a link by mail', ...account.signInMethods.map((method) => (method === 'credential' ? 'password' : method))].join(', ')}</dd>
        <dt>Last seen</dt>
        <dd>{account.seenAt === null ? 'Not signed in' : <Instant of={account.seenAt} />}</dd>
        <dt>Wrote</dt>
        <dd className="num">
          {count(account.commentsCount, 'comment')}, {count(account.reviewsCount, 'review')}
        </dd>
      </dl>
      <div className={styles['acts']}>
        <Button
          size="small"
          variant="line"
          isBusy={busy === 'role'}
          onClick={() =>
            void act(
              'role',
              () => requestDocument(SetAdminDocument, { userId, isAdmin: !person.isAdmin }),
              person.isAdmin ? 'No longer staff.' : 'Now staff.',
            )
          }
        >
          {person.isAdmin ? 'Take the role of staff' : 'Make staff'}
        </Button>
        {!isOneself && (
          <Button size="small" variant="danger" onClick={() => setDeleting(true)}>
            Delete the account
          </Button>
        )}
      </div>

      <h2>Suspension</h2>
      {isSuspended ? (
        <>
          <p>
            {person.suspension?.endsAt ? (
              <span>
                May not write before <Instant of={person.suspension.endsAt} />.
              </span>
            ) : (
              <span>May not write, for good.</span>
            )}
            {person.suspension?.reason && <span> Reason: {person.suspension.reason}</span>}
          </p>
          <div className={styles['acts']}>
            <Button
              size="small"
              variant="line"
              isBusy={busy === 'suspension'}
              onClick={() => void act('suspension', () => requestDocument(EndPersonSuspensionDocument, { userId }), 'May write again.')}
            >
              Let {person.displayName} write again
            </Button>
          </div>
        </>
      ) : person.isAdmin ? (
        <p className="meta">Staff are not suspended.</p>
      ) : (
        <SuspendForm userId={userId} isBusy={busy === 'suspension'} act={act} />
      )}

      <h2>Sessions</h2>
      {sessions.length === 0 && <p className="meta">Signed in nowhere.</p>}
      {sessions.length > 0 && (
        <>
          <ul className={styles['list']} aria-label="Sessions">
            {sessions.map(({ id, startedAt, userAgent }) => (
              <li key={id}>
                <span className={styles['words']}>{userAgent ?? 'A browser that does not say which'}</span>
                <span className={styles['facts']}>
                  <span>
                    since <Instant of={startedAt} />
                  </span>
                </span>
              </li>
            ))}
          </ul>
          <div className={styles['acts']}>
            <Button
              size="small"
              variant="line"
              isBusy={busy === 'sessions'}
              onClick={() => void act('sessions', () => requestDocument(SignOutPersonDocument, { userId }), 'Signed out everywhere.')}
            >
              Sign out everywhere
            </Button>
          </div>
        </>
      )}

      <h2>Access</h2>
      {person.subscriptions.nodes.map(({ id, plan, status, periodEndsAt, provider }) => (
        <p key={id}>
          {plan?.name ?? 'A plan'}, {status.toLowerCase().replace('_', ' ')}, until <Instant of={periodEndsAt} />
          {provider === 'stripe' && <span>, paid at Stripe</span>}
        </p>
      ))}
      {person.entitlements.nodes.length === 0 ? (
        <p className="meta">
          Nothing was given or bought.{' '}
          <Link className="link" to={`/admin/grants?person=${person.username}`}>
            Give something
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
                <span>{access.endsAt === null ? 'for good' : <Instant of={access.endsAt} />}</span>
              </p>
              {isRunning(access, now) && (
                <div className={styles['acts']}>
                  <Button
                    size="small"
                    variant="line"
                    isBusy={busy === access.id}
                    onClick={() => void act(access.id, () => requestDocument(EndAccessDocument, { id: access.id }), 'Ended.')}
                  >
                    End
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}

      <h2>Comments</h2>
      {person.comments.nodes.length === 0 ? (
        <p className="meta">No comment yet.</p>
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
          What the audit log says of them
        </Link>
      </p>
      <DeletePersonDialog isOpen={isDeleting} onOpenChange={setDeleting} userId={userId} username={person.username} />
    </>
  );
}

function SuspendForm({ userId, isBusy, act }: { userId: string; isBusy: boolean; act: RunAct }) {
  return (
    <form
      className={styles['inline']}
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const days = Number(form.get('days'));
        const endsAt = days > 0 ? new Date(Date.now() + days * 86_400_000).toISOString() : null;
        const reason = formText(form, 'reason') || null;
        void act('suspension', () => requestDocument(SuspendPersonDocument, { userId, endsAt, reason }), 'Suspended.');
      }}
    >
      <label>
        For
        <select className={inputClass} name="days" defaultValue="7">
          <option value="1">a day</option>
          <option value="7">a week</option>
          <option value="30">30 days</option>
          <option value="0">good</option>
        </select>
      </label>
      <label>
        Reason, as they are told
        <input className={inputClass} name="reason" maxLength={1000} />
      </label>
      <Button type="submit" variant="line" isBusy={isBusy}>
        Suspend
      </Button>
    </form>
  );
}

function count(number: number, word: string): string {
  return `${number.toLocaleString('en')} ${word}${number === 1 ? '' : 's'}`;
}
