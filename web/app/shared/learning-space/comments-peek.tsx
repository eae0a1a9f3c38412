import { Icon } from '@newline/ui/components/icon';
import { ArrowRight } from 'lucide';
import { Suspense } from 'react';
import type { CommentSaidFragment } from '../../../.documents/graphql.ts';
import { CommentSaid } from '../discussions/comment-said.tsx';
import said from '../discussions/comment.module.css';
import { formatDuration } from '../format-duration.ts';
import { lazyComponent } from '../lazy-component.ts';
import styles from './comments-peek.module.css';

// The comments arrive after the page, along with the code that renders them.
const CommentText = lazyComponent(() => import('../reader/comment-text.tsx').then((module) => module.CommentText));

type Props = {
  count: number;
  /** The latest discussion; null until it has loaded. */
  thread: { timecodeStart: number | null; comments: readonly CommentSaidFragment[] } | null;
  onOpen: () => void;
};

/** The latest discussion of a clip, as far as it fits, and a link to all of them. */
export function CommentsPeek({ count, thread, onOpen }: Props) {
  return (
    <>
      <div className={styles.head}>
        <h3>Comments</h3>
        <span className="meta num">{count.toLocaleString('en')}</span>
        <button type="button" className={`more meta ${styles.all}`} onClick={onOpen}>
          {count === 0 ? 'Ask a question' : 'View all'} <Icon of={ArrowRight} />
        </button>
      </div>
      {count === 0 ? <p className="meta">No questions about this clip yet.</p> : null}
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

function CommentLine({ comment, timecodeStart }: { comment: CommentSaidFragment; timecodeStart: number | null }) {
  return (
    <li className={comment.parentId === null ? said.comment : `${said.comment} ${styles.reply}`}>
      <CommentSaid
        comment={comment}
        more={timecodeStart !== null && <span className={`meta num ${said.when}`}>{formatDuration(timecodeStart)}</span>}
        text={
          <Suspense>
            <CommentText bodyDelta={comment.bodyDelta} bodyDrawings={comment.bodyDrawings} headingLevel={3} />
          </Suspense>
        }
      />
    </li>
  );
}
