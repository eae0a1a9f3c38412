import { truncate } from '@newline/document/truncate';
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
import { MarkNotificationsReadDocument, type NotificationNode, type NotificationsData } from './notifications-documents.ts';
import styles from './notifications-page.module.css';

/** The user's notifications, newest first. */
export function NotificationsPage({ data }: { data: NotificationsData }) {
  const [read, setRead] = useState<'all' | ReadonlySet<string>>(new Set());
  const nodes = data.notifications?.nodes ?? [];
  const page = data.notifications?.pageInfo;
  const isUnread = ({ id, readAt }: NotificationNode) => readAt === null && read !== 'all' && !read.has(id);
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
            {nodes.some(isUnread) && (
              <Button variant="line" onClick={() => mark(null)}>
                Mark all as read
              </Button>
            )}
          </header>
          {nodes.length === 0 ? (
            <EmptyState title="Nothing yet">Replies and mentions appear here.</EmptyState>
          ) : (
            <ul className={styles.list}>
              {nodes.map((notification) => (
                <NotificationLine
                  key={notification.id}
                  notification={notification}
                  isUnread={isUnread(notification)}
                  onOpen={() => mark([notification.id])}
                />
              ))}
            </ul>
          )}
          <p className={`meta ${styles.foot}`}>
            <Link className="link" to="/account">
              Email settings
            </Link>
            {page?.hasNextPage && page.endCursor !== null && (
              <Link className="link" to={`/notifications?after=${encodeURIComponent(page.endCursor)}`}>
                Older notifications
              </Link>
            )}
          </p>
        </div>
      </Line>
    </main>
  );
}

const actionLabels: Readonly<Record<NotificationNode['kind'], string>> = {
  REPLY: 'replied in',
  MENTION: 'mentioned you in',
  ANSWER_ACCEPTED: 'accepted your answer in',
  QUESTION: 'asked in',
};

function NotificationLine({ notification, isUnread, onOpen }: { notification: NotificationNode; isUnread: boolean; onOpen: () => void }) {
  const { actor, comment, discussion } = notification;
  const name = actor?.displayName ?? 'Deleted user';
  const title = (discussion?.clip ?? discussion?.lesson ?? discussion?.article)?.title ?? 'a discussion';
  const path = discussion === null ? '/notifications' : `/discussions/${discussion.id}${comment === null ? '' : `#${comment.id}`}`;
  return (
    <li className={isUnread ? `${styles.line} ${styles.unread}` : styles.line}>
      <Avatar name={name} imageUrl={actor?.profileImageUrl ?? null} />
      <Link to={path} onClick={() => isUnread && onOpen()}>
        <b dir="auto">{name}</b> {actionLabels[notification.kind]} <b dir="auto">{title}</b>
        {isUnread && <span className="sr"> (unread)</span>}
        {comment?.bodyMarkdown && (
          <span className={styles.words} dir="auto">
            {truncate(comment.bodyMarkdown, 160)}
          </span>
        )}
      </Link>
      <span className="meta num">
        <CommentTime instant={notification.createdAt} now={null} />
      </span>
    </li>
  );
}
