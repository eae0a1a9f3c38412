import { Badge } from '@newline/ui/components/badge';
import { Icon } from '@newline/ui/components/icon';
import { Play, TextQuote } from 'lucide';
import { memo, useCallback, useMemo } from 'react';
import { Link } from '../link.tsx';
import { formatDuration } from '../format-duration.ts';
import { MoreFailed } from '../more-failed.tsx';
import { hasFailed, useMore } from '../use-more.ts';
import { BranchBlock, type BranchParts, blockSize, groupSize } from './branch-view.tsx';
import { assembleReplies, countReplies, type Comment, type Discussion, followWord, nameOf } from './discussion.ts';
import type { ThreadView } from './thread-view.ts';
import { useRenderedCount } from './use-rendered-count.ts';
import styles from './thread.module.css';
import { partsOf } from '../parts-of.ts';

type Props = {
  discussion: Discussion;
  view: ThreadView;
  /** The comment to highlight, if it's in this discussion. */
  highlightedId: string | null;
  /** The comment whose reply form is open initially, if it's in this discussion. */
  replyToId: string | null;
};

/** A discussion: what it's about, and its comments in order with their replies nested below (DISC-05). */
export const Thread = memo(function Thread({ discussion, view, highlightedId, replyToId }: Props) {
  const { id, comments, commentsCount, after, acceptedCommentId: acceptedId, mayResolve, isResolved } = discussion;
  const blocks = useMemo(() => {
    const roots = assembleReplies(comments);
    countReplies(roots, { commentsCount, after });
    return partsOf(partsOf(roots, groupSize), blockSize);
  }, [comments, commentsCount, after]);
  const firstId = comments[0]?.id;
  const requestedId = highlightedId ?? replyToId;
  const total = blocks.reduce((sum, groups) => sum + groups.length, 0);
  const rendered = useRenderedCount(total, requestedId !== null);
  // The requested comment is expanded, with everything it answers.
  const opened = useMemo(() => (requestedId === null ? '' : ancestorsOf(requestedId, comments).join(' ')), [requestedId, comments]);
  const parts = useMemo<BranchParts>(
    () => ({
      view,
      firstId,
      highlightedId,
      replyToId,
      acceptedId,
      opened,
      resolving: mayResolve ? { id, isResolved } : null,
      discussionId: id,
    }),
    [view, firstId, highlightedId, replyToId, acceptedId, opened, mayResolve, id, isResolved],
  );
  const { loadComments } = view;
  const load = useCallback(() => loadComments(id), [loadComments, id]);
  const more = useMore('More comments', load, { list: `comments ${id}`, count: comments.length, hasMore: after !== null });
  // Loaded comments aren't there until they're rendered.
  const isWaiting = more.state === 'loading' || rendered < total;
  return (
    <section
      className={highlightedId === null ? styles.thread : `${styles.thread} ${styles.asked}`}
      data-discussion-id={id}
      aria-label={labelOf(discussion)}
    >
      <About discussion={discussion} view={view} />
      {/* In a separate element: appending to one element makes the browser check all of its earlier children. */}
      <div>
        {blocks.slice(0, Math.ceil(rendered / blockSize)).map((groups, at) => (
          <BranchBlock
            key={groups[0]?.[0]?.comment.id}
            groups={groups}
            rendered={Math.min(groups.length, rendered - at * blockSize)}
            parts={parts}
          />
        ))}
      </div>
      <MoreFailed more={more} />
      {after !== null && !hasFailed(more) && (
        <button type="button" className={styles.more} disabled={isWaiting} onClick={more.ask}>
          {isWaiting ? 'Loading...' : 'More comments'}
        </button>
      )}
    </section>
  );
});

/** The second or passage that a discussion is about. */
function About({ discussion, view }: { discussion: Discussion; view: ThreadView }) {
  const { timecodeStart: second, quote } = discussion;
  const { slots } = view;
  const heard = followWord(discussion.follow);
  return (
    <>
      {second !== null && <Second second={second} view={view} />}
      {quote !== null && (
        <span className={styles.at}>
          <Icon of={TextQuote} />
          <q dir="auto">{quote}</q>
        </span>
      )}
      {discussion.isResolved && (
        <span className={styles.resolved}>
          <Badge look="line">Resolved</Badge>
        </span>
      )}
      {/* A page of one discussion may be a copy, which the server fills in. */}
      {(heard !== '' || view.isExpanded) && (
        <span {...slots.attributes('follow')} className={`${styles.resolved} ${styles.heard}`} data-on={heard === '' ? undefined : ''}>
          <Badge look="line">
            <span {...slots.text('follow-word')}>{heard}</span>
          </Badge>
        </span>
      )}
    </>
  );
}

function Second({ second, view }: { second: number; view: ThreadView }) {
  const text = (
    <>
      <Icon of={Play} />
      {formatDuration(second)}
    </>
  );
  const { onSeek, secondPath } = view;
  const label = `Go to ${formatDuration(second)} in the video`;
  if (onSeek) {
    return (
      <button type="button" className={styles.at} aria-label={label} onClick={() => onSeek(second)}>
        {text}
      </button>
    );
  }
  return secondPath ? (
    <Link className={styles.at} to={secondPath(second)} aria-label={label}>
      {text}
    </Link>
  ) : (
    <span className={styles.at}>{text}</span>
  );
}

function labelOf({ comments, quote, timecodeStart }: Discussion): string {
  const about = quote ?? (timecodeStart === null ? null : formatDuration(timecodeStart));
  const by = comments[0] ? ` of ${nameOf(comments[0])}` : '';
  return about === null ? `Discussion${by}` : `Discussion${by} about ${about}`;
}

function ancestorsOf(id: string, comments: readonly Comment[]): string[] {
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const ancestorIds = new Set<string>();
  for (let at = byId.get(id)?.parentId ?? null; at !== null && !ancestorIds.has(at); at = byId.get(at)?.parentId ?? null)
    ancestorIds.add(at);
  return [...ancestorIds];
}
