import { Avatar } from '@newline/ui/components/avatar';
import { Badge } from '@newline/ui/components/badge';
import { ArrowRight } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { formatDuration } from '../../shared/format-duration.ts';
import { requestDocument } from '../../shared/request-document.ts';
import type { Clip } from './clip.ts';
import { type ClipComment, ClipCommentsDocument } from './clip-documents.ts';
import styles from './clip-comments.module.css';

// The comments arrive after the page; what renders them comes with them.
const DocumentView = lazy(() => import('../../shared/reader/document-view.tsx').then((module) => ({ default: module.DocumentView })));

type Thread = { clipId: string; timecodeStart: number | null; comments: ClipComment[] };

/** The latest thread under a clip, as far as it fits, with the way to all of it. */
export function ClipComments({ clip }: { clip: Clip }) {
  const [thread, setThread] = useState<Thread | null>(null);
  useEffect(() => {
    setThread(null);
    if (clip.discussionId === null) return undefined;
    const gone = new AbortController();
    requestDocument(ClipCommentsDocument, { id: clip.id }, { signal: gone.signal })
      .then(({ clipById }) => {
        const discussion = clipById?.discussions.nodes[0];
        if (discussion === undefined) return;
        setThread({ clipId: clip.id, timecodeStart: discussion.timecodeStart, comments: discussion.comments.nodes });
      })
      .catch((error: unknown) => {
        if (!gone.signal.aborted) console.error('The comments could not be loaded.', error);
      });
    return () => gone.abort();
  }, [clip.id, clip.discussionId]);

  return (
    <section className={styles.peek} aria-label="Comments">
      <div className={styles.head}>
        <h3>Comments</h3>
        <span className="meta num">{clip.commentsCount}</span>
        {clip.discussionId === null ? null : (
          <Link className={`more meta ${styles.all}`} to={`/discussions/${clip.discussionId}`}>
            Open all <ArrowRight className="icon" aria-hidden="true" />
          </Link>
        )}
      </div>
      {clip.discussionId === null ? <p className="meta">Nobody has asked about this clip yet.</p> : null}
      {thread?.clipId === clip.id ? (
        <ul className={styles.list}>
          {thread.comments.map((comment) => (
            <CommentLine key={comment.id} comment={comment} timecodeStart={comment.parentId === null ? thread.timecodeStart : null} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function CommentLine({ comment, timecodeStart }: { comment: ClipComment; timecodeStart: number | null }) {
  const name = comment.user?.displayName ?? 'Someone who left';
  return (
    <li className={comment.parentId === null ? styles.comment : `${styles.comment} ${styles.reply}`}>
      <Avatar name={name} imageUrl={comment.user?.profileImageUrl ?? null} />
      <div className={styles.by}>
        {comment.user === null ? (
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
            <DocumentView bodyDelta={comment.bodyDelta} />
          </Suspense>
        )}
      </div>
    </li>
  );
}
