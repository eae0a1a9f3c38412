import { Avatar } from '@newline/ui/components/avatar';
import { Badge } from '@newline/ui/components/badge';
import { ArrowRight } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { late } from '../late.ts';
import { formatDuration } from '../format-duration.ts';
import styles from './comments-peek.module.css';

// The comments arrive after the page; what renders them comes with them.
const CommentText = late(() => import('../reader/comment-text.tsx').then((module) => module.CommentText));

/** A comment under a clip. */
export type PeekComment = {
  id: string;
  parentId: string | null;
  deleted: boolean;
  bodyDelta: string | null;
  bodyDrawings: string | null;
  isContributor: boolean;
  isAdmin: boolean;
  /** Null when the account is gone. A guest of the demo has no page: then `username` is empty. */
  user: { username: string; displayName: string; profileImageUrl: string | null } | null;
};

type Props = {
  count: number;
  /** The latest thread; null while it is not there. */
  thread: { timecodeStart: number | null; comments: readonly PeekComment[] } | null;
  onOpen: () => void;
};

/** The latest thread under a clip, as far as it fits, and the way to all of them. */
export function CommentsPeek({ count, thread, onOpen }: Props) {
  return (
    <>
      <div className={styles.head}>
        <h3>Comments</h3>
        <span className="meta num">{count}</span>
        <button type="button" className={`more meta ${styles.all}`} onClick={onOpen}>
          {count === 0 ? 'Ask about it' : 'Open all'} <ArrowRight className="icon" aria-hidden="true" />
        </button>
      </div>
      {count === 0 ? <p className="meta">Nobody has asked about this clip yet.</p> : null}
      {thread === null ? null : (
        <ul className={styles.list}>
          {thread.comments.map((comment) => (
            <CommentLine key={comment.id} comment={comment} timecodeStart={comment.parentId === null ? thread.timecodeStart : null} />
          ))}
        </ul>
      )}
    </>
  );
}

function CommentLine({ comment, timecodeStart }: { comment: PeekComment; timecodeStart: number | null }) {
  const name = comment.user?.displayName ?? 'Someone who left';
  return (
    <li className={comment.parentId === null ? styles.comment : `${styles.comment} ${styles.reply}`}>
      <Avatar name={name} imageUrl={comment.user?.profileImageUrl ?? null} />
      <div className={styles.by}>
        {comment.user === null || comment.user.username === '' ? (
          <b>{name}</b>
        ) : (
          <Link to={`/@${comment.user.username}`}>
            <b>{name}</b>
          </Link>
        )}
        {comment.isContributor ? <Badge look="solid">Course Author</Badge> : null}
        {comment.isAdmin ? <Badge>Admin</Badge> : null}
        {timecodeStart === null ? null : <span className="meta num">{formatDuration(timecodeStart)}</span>}
      </div>
      <div className={styles.body}>
        {comment.deleted ? (
          <p className="meta">This comment was deleted.</p>
        ) : (
          <Suspense>
            <CommentText bodyDelta={comment.bodyDelta} bodyDrawings={comment.bodyDrawings} headingLevel={3} />
          </Suspense>
        )}
      </div>
    </li>
  );
}
