import { Button } from '@newline/ui/components/button';
import { DoneNote, ErrorNote } from '@newline/ui/components/error-note';
import type { FormEvent } from 'react';
import { LocalDate } from '../../shared/dates/local-date.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { deviceOf } from './device-of.ts';
import { endOtherSessions, endSession, explainSecurityError } from './security-requests.ts';
import styles from './security.module.css';

/** A browser in which the user is signed in. */
export type Session = { id: string; userAgent: string; createdAt: string; lastUsedAt: string; isCurrent: boolean };

type Props = {
  /** The current one first. */
  sessions: readonly Session[];
  /** The total number of sessions, including those that aren't listed. */
  count: number;
  onChanged: () => Promise<void>;
};

/** Lists where the user is signed in, with buttons to sign out other browsers. */
export function SessionsSection({ sessions, count, onChanged }: Props) {
  const ending = useForm(explainSecurityError);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const id = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('data-session') ?? null;
    const send = () => (id === null ? endOtherSessions() : endSession(id));
    void ending.run(() => send().then(onChanged), id ?? 'others');
  };
  return (
    <form className={styles.form} method="post" onSubmit={handleSubmit} aria-label="Sessions">
      <ul className={styles.rows}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} isBusy={ending.busy === session.id} />
        ))}
      </ul>
      {count > sessions.length && (
        <p className="meta num">
          Showing the {sessions.length} most recently used of {count} sessions.
        </p>
      )}
      {ending.failure && <ErrorNote>{ending.failure}</ErrorNote>}
      {ending.isDone && <DoneNote>Signed out.</DoneNote>}
      {count > 1 ? (
        <p className="acts">
          <Button type="submit" name="do" value="end-others" variant="line" isBusy={ending.busy === 'others'}>
            {ending.busy === 'others' ? 'Signing out...' : 'Sign out everywhere else'}
          </Button>
        </p>
      ) : (
        <p className="meta">You’re not signed in anywhere else.</p>
      )}
    </form>
  );
}

function SessionRow({ session: { id, userAgent, createdAt, lastUsedAt, isCurrent }, isBusy }: { session: Session; isBusy: boolean }) {
  const device = deviceOf(userAgent);
  return (
    <li>
      <span>
        <b>{device}</b>
        <span className="meta num">
          Signed in <LocalDate of={createdAt} look="moment" />
          {!isCurrent && (
            <>
              <span>, last used </span>
              <LocalDate of={lastUsedAt} look="moment" />
            </>
          )}
        </span>
      </span>
      {isCurrent ? (
        <span className="meta">This browser</span>
      ) : (
        <Button
          type="submit"
          name="session"
          value={id}
          data-session={id}
          variant="bare"
          size="small"
          isBusy={isBusy}
          aria-label={`${isBusy ? 'Signing out' : 'Sign out'} ${device}`}
        >
          {isBusy ? 'Signing out...' : 'Sign out'}
        </Button>
      )}
    </li>
  );
}
