import { Avatar } from '@newline/ui/components/avatar';
import { Badge } from '@newline/ui/components/badge';
import { Link } from 'react-router';
import { formatDuration } from '../../shared/format-duration.ts';
import { DocumentView } from '../../shared/reader/document-view.tsx';
import type { CommentNode } from './discussion-documents.ts';
import type { DiscussionFacts } from './load-discussion.server.ts';
import styles from './discussion-page.module.css';

/** One discussion at its own address; `#{commentId}` marks a comment. */
export function DiscussionPage({ discussion }: { discussion: DiscussionFacts }) {
  const { about, comments } = discussion;
  const repliesOf = Map.groupBy(comments, (comment) => rootOf(comment, comments));
  const firsts = comments.filter((comment) => comment.parentId === null);
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <div className="wrap">
        <div className="line line--first">
          <span className="no no--on" aria-hidden="true">
            {discussion.second === null ? '1' : formatDuration(discussion.second)}
          </span>
          <div>
            <div className={styles.about}>
              <p className="meta">
                Discussion
                <span className="sep">
                  {about.itemPath ? (
                    <Link className="link" to={about.itemPath}>
                      {about.item}
                    </Link>
                  ) : (
                    about.item
                  )}
                </span>
                {discussion.second !== null && <span className="sep">at {formatDuration(discussion.second)}</span>}
              </p>
              <h1>{about.headingPath ? <Link to={about.headingPath}>{about.heading}</Link> : about.heading}</h1>
            </div>
            {discussion.quote && <blockquote className={styles.quote}>{discussion.quote}</blockquote>}
            <ol className={styles.list}>
              {firsts.map((comment, at) => (
                <li key={comment.id}>
                  <Comment comment={comment} discussionId={discussion.id} isFirst={at === 0} />
                  <Replies
                    comments={(repliesOf.get(comment.id) ?? []).filter((reply) => reply.id !== comment.id)}
                    discussionId={discussion.id}
                  />
                </li>
              ))}
            </ol>
          </div>
        </div>
      </div>
    </main>
  );
}

function Replies({ comments, discussionId }: { comments: readonly CommentNode[]; discussionId: string }) {
  if (comments.length === 0) return null;
  return (
    <ol className={styles.replies}>
      {comments.map((comment) => (
        <li key={comment.id}>
          <Comment comment={comment} discussionId={discussionId} isFirst={false} />
        </li>
      ))}
    </ol>
  );
}

function Comment({ comment, discussionId, isFirst }: { comment: CommentNode; discussionId: string; isFirst: boolean }) {
  const name = comment.user?.displayName ?? 'Someone who left';
  return (
    <article id={comment.id} className={styles.comment} aria-label={`Comment of ${name}`}>
      <Avatar name={name} imageUrl={comment.user?.profileImageUrl ?? null} />
      <div className={styles.by}>
        {comment.user ? (
          <Link to={`/@${comment.user.username}`}>
            <b>{name}</b>
          </Link>
        ) : (
          <b>{name}</b>
        )}
        {comment.isDiscussionAuthor && !isFirst && <Badge look="line">Discussion Author</Badge>}
        {comment.isContributor && <Badge look="solid">Course Author</Badge>}
        {comment.isAdmin && <Badge>Admin</Badge>}
        <a className={`meta num ${styles.when}`} href={`/discussions/${discussionId}#${comment.id}`}>
          <time dateTime={comment.createdAt}>{dateOf(comment.createdAt)}</time>
          {comment.edited && ', edited'}
        </a>
      </div>
      <div className={styles.body}>
        {comment.deleted ? <p className="meta">This comment was deleted.</p> : <DocumentView bodyDelta={comment.bodyDelta} />}
      </div>
    </article>
  );
}

/** The comment at the head of a thread that this one belongs to: replies of replies stand in one list. */
function rootOf(comment: CommentNode, comments: readonly CommentNode[]): string {
  let root = comment;
  const seen = new Set<string>();
  while (root.parentId !== null && !seen.has(root.id)) {
    seen.add(root.id);
    const parentId = root.parentId;
    const parent = comments.find((other) => other.id === parentId);
    if (!parent) return root.id;
    root = parent;
  }
  return root.id;
}

/** '9 Nov 2026', in UTC, so that server and browser write the same. */
function dateOf(instant: string): string {
  return new Date(instant).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
}
