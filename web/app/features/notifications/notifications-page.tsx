import { Line } from '@newline/ui/components/line';
import { Avatar } from '@newline/ui/components/avatar';
import { Button } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { useState } from 'react';
import { Link } from '../../shared/link.tsx';
import { CommentTime } from '../../shared/discussions/comment-time.tsx';
import { announceNotificationsRead } from '../../shared/notifications-read.ts';
import { showIfOffline } from '../../shared/connection.ts';
import { requestDocument } from '../../shared/request-document.ts';
import type { NotificationsFacts } from './load-notifications.server.ts';
import type { NotificationGroup } from './notification-groups.ts';
import { MarkNotificationsReadDocument } from './notifications-documents.ts';
import styles from './notifications-page.module.css';

/** The user's notifications, newest first: one line for those of one kind about one discussion. */
export function NotificationsPage({ facts: { groups, nextPage, now } }: { facts: NotificationsFacts }) {
  const [read, setRead] = useState<'all' | ReadonlySet<string>>(new Set());
  const isUnread = ({ unreadIds }: NotificationGroup) => read !== 'all' && unreadIds.some((id) => !read.has(id));
  const mark = (ids: string[] | null) => {
    const before = read;
    setRead(ids === null || before === 'all' ? 'all' : new Set([...before, ...ids]));
    requestDocument(MarkNotificationsReadDocument, { ids })
      .then(announceNotificationsRead)
      .catch((error: unknown) => {
        setRead(before);
        console.error('We couldn’t mark the notifications as read.', error);
        showIfOffline();
      });
  };
  return (
    <main id="content" className="wrap listing" tabIndex={-1}>
      <Line variant="first">
        <div>
          <header className={styles.head}>
            <h1>Notifications</h1>
            {groups.some(isUnread) && (
              <Button variant="line" onClick={() => mark(null)}>
                Mark all as read
              </Button>
            )}
          </header>
          {groups.length === 0 ? (
            <EmptyState title="Nothing yet">Replies and mentions appear here.</EmptyState>
          ) : (
            <ul className={styles.list}>
              {groups.map((group) => (
                <GroupLine key={group.id} group={group} now={now} isUnread={isUnread(group)} onOpen={() => mark([...group.unreadIds])} />
              ))}
            </ul>
          )}
          <p className={`meta ${styles.foot}`}>
            <Link className="link" to="/account">
              Email settings
            </Link>
            {nextPage !== null && (
              <Link className="link" to={`/notifications?after=${encodeURIComponent(nextPage)}`}>
                Older notifications
              </Link>
            )}
          </p>
        </div>
      </Line>
    </main>
  );
}

const actionLabels: Readonly<Record<NotificationGroup['kind'], string>> = {
  REPLY: 'replied in',
  MENTION: 'mentioned you in',
  ANSWER_ACCEPTED: 'accepted your answer in',
  QUESTION: 'asked in',
};

type LineProps = { group: NotificationGroup; now: number; isUnread: boolean; onOpen: () => void };

function GroupLine({ group: { kind, actors, title, path, words, createdAt, count }, now, isUnread, onOpen }: LineProps) {
  const [last, ...others] = actors;
  const name = last?.displayName ?? 'Deleted user';
  return (
    <li className={isUnread ? `${styles.line} ${styles.unread}` : styles.line}>
      <Avatar name={name} imageUrl={last?.profileImageUrl ?? null} />
      <Link to={path} onClick={() => isUnread && onOpen()}>
        <b dir="auto">{name}</b> {others.length > 0 && <Others names={others.map((other) => other?.displayName ?? 'a deleted user')} />}
        {actionLabels[kind]} <b dir="auto">{title}</b>
        {count > 1 && <span className="meta num"> {count} times</span>}
        {isUnread && <span className="sr"> (unread)</span>}
        {words !== '' && (
          <span className={styles.words} dir="auto">
            {words}
          </span>
        )}
      </Link>
      <span className="meta num">
        <CommentTime instant={createdAt} now={now} />
      </span>
    </li>
  );
}

function Others({ names }: { names: readonly string[] }) {
  return (
    <span>
      {'and '}
      {names.length === 1 ? <b dir="auto">{names[0]}</b> : <span>{names.length.toLocaleString('en')} others</span>}{' '}
    </span>
  );
}
