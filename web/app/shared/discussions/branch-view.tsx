import { memo, useCallback, useEffect, useState } from 'react';
import { MoreFailed } from '../more-failed.tsx';
import { useMore } from '../use-more.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentView } from './comment-view.tsx';
import { type Branch, type Comment, type Discussion, flattenReplies, nameOf, replyLabel } from './discussion.ts';
import type { ThreadView } from './thread-view.ts';
import { mayLeave } from '../upload/leave-guard.ts';
import styles from './thread.module.css';

/** What the comments of a discussion share. */
export type BranchParts = {
  view: ThreadView;
  firstId: string | undefined;
  highlightedId: string | null;
  replyToId: string | null;
  acceptedId: string | null;
  /** The IDs of the comments whose replies are expanded initially, separated by spaces. */
  opened: string;
  /** Null when the reader can't resolve the discussion. */
  resolving: Pick<Discussion, 'id' | 'isResolved'> | null;
  /** The discussion that the comments belong to. */
  discussionId: string;
};

/** The number of comments that are rendered and become visible together; small enough to fit into a frame on a phone. */
export const groupSize = 2;

/** Replies nested deeper than this stay collapsed until they're opened individually. */
const maxOpenedDepth = 8;

/** The number of groups that leave the viewport together. */
export const blockSize = 4;

type BlockProps = { groups: readonly (readonly Branch[])[]; rendered: number; parts: BranchParts };

/** Some groups of a discussion, as many of them as are rendered. */
export const BranchBlock = memo(function BranchBlock({ groups, rendered, parts }: BlockProps) {
  // Set from the start instead of when the block is full: taking rendered content out of layout costs a frame.
  const isFar = groups.length > 1;
  return (
    <div className={isFar ? `${styles.part} ${styles.far}` : styles.part} style={isFar ? sizeOf(groups.flat(), parts.view) : undefined}>
      {groups.slice(0, rendered).map((group) => (
        <BranchGroup key={group[0]?.comment.id} branches={group} isFar={isFar} parts={parts} />
      ))}
    </div>
  );
});

type GroupProps = { branches: readonly Branch[]; isFar: boolean; parts: BranchParts };

/** Some comments with their replies; rendered again only when one of them changed. */
const BranchGroup = memo(
  function BranchGroup({ branches, isFar, parts }: GroupProps) {
    return (
      <div className={isFar ? `${styles.part} ${styles.far}` : styles.part} style={isFar ? sizeOf(branches, parts.view) : undefined}>
        {branches.map((branch) => (
          <BranchView key={branch.comment.id} branch={branch} depth={0} answers={null} parts={parts} />
        ))}
      </div>
    );
  },
  (a, b) =>
    a.parts === b.parts &&
    a.isFar === b.isFar &&
    a.branches.length === b.branches.length &&
    a.branches.every((branch, at) => isUnchanged(branch, b.branches[at])),
);

/** Estimates the height of branches that haven't been laid out yet. */
function sizeOf(branches: readonly Branch[], { isExpanded }: ThreadView): { containIntrinsicSize: string } {
  const comments = branches.reduce((sum, branch) => sum + 1 + (isExpanded ? flattenReplies(branch).length : 0), 0);
  return { containIntrinsicSize: `auto ${comments * 7}rem` };
}

function isUnchanged(a: Branch, b: Branch | undefined): boolean {
  return (
    a === b ||
    (a.comment === b?.comment &&
      a.below.count === b.below.count &&
      a.below.isExact === b.below.isExact &&
      a.replies.length === b.replies.length &&
      a.replies.every((reply, at) => isUnchanged(reply, b.replies[at])))
  );
}

type Props = {
  branch: Branch;
  depth: number;
  /** The name of the author it answers, when its position doesn't show that. */
  answers: string | null;
  parts: BranchParts;
};

const BranchView = memo(
  function BranchView({ branch, depth, answers, parts }: Props) {
    const { comment, replies } = branch;
    const { view } = parts;
    const isRequested = parts.opened.includes(comment.id);
    // Opening a comment also opens everything counted below it, as far as it's loaded.
    const isWithin = depth > 0 && depth < maxOpenedDepth && replies.length >= comment.repliesCount;
    const [isOpen, setOpen] = useState(isRequested || isWithin);
    const { below } = branch;
    const listId = `replies-${comment.id}`;
    const { folds } = view;
    // After hydration: the server knows nothing of it.
    useEffect(() => {
      const isUnfolded = folds.isOpen(comment.id);
      if (isUnfolded !== undefined) setOpen(isUnfolded);
    }, [folds, comment.id]);
    useEffect(() => {
      if (isRequested) setOpen(true);
    }, [isRequested]);
    const fold = (next: boolean) => {
      setOpen(next);
      folds.set(comment.id, next);
    };
    if (view.isExpanded) {
      return (
        <div className={styles.branch}>
          <Answerable comment={comment} answers={null} parts={parts} />
          {replies.length > 0 && (
            <div className={styles.replies} role="group" aria-label={`Replies to ${nameOf(comment)}`}>
              {flattenReplies(branch).map((reply) => (
                <div key={reply.comment.id} className={styles.branch}>
                  <Answerable comment={reply.comment} answers={reply.answered === comment ? null : nameOf(reply.answered)} parts={parts} />
                </div>
              ))}
            </div>
          )}
        </div>
      );
    }
    return (
      <div className={styles.branch}>
        <Answerable comment={comment} answers={answers} parts={parts} onReplied={() => fold(true)} />
        {below.count > 0 && (
          <p className={styles.toggle}>
            <button type="button" aria-expanded={isOpen} aria-controls={isOpen ? listId : undefined} onClick={() => fold(!isOpen)}>
              {replyLabel(below)}
            </button>
          </p>
        )}
        {isOpen && replies.length < comment.repliesCount && <MissingReplies comment={comment} view={view} />}
        {isOpen && replies.length > 0 && (
          <div
            id={listId}
            className={depth === 0 ? styles.replies : `${styles.replies} ${styles.deep}`}
            role="group"
            aria-label={`Replies to ${nameOf(comment)}`}
          >
            {replies.map((reply) => (
              <BranchView
                key={reply.comment.id}
                branch={reply}
                depth={depth + 1}
                answers={depth === 0 ? null : nameOf(comment)}
                parts={parts}
              />
            ))}
          </div>
        )}
      </div>
    );
  },
  (a, b) => a.parts === b.parts && a.answers === b.answers && isUnchanged(a.branch, b.branch),
);

/** A comment with its reply form, if that is open. */
function Answerable({
  comment,
  answers,
  parts,
  onReplied,
}: Pick<Props, 'answers' | 'parts'> & { comment: Comment; onReplied?: () => void }) {
  const { view, firstId, highlightedId, replyToId, acceptedId, resolving, discussionId } = parts;
  const isRequested = replyToId === comment.id;
  const [isReplying, setReplying] = useState(isRequested);
  useEffect(() => {
    if (isRequested) setReplying(true);
  }, [isRequested]);
  const isFirst = comment.id === firstId;
  return (
    <>
      <CommentView
        comment={comment}
        isFirst={isFirst}
        isHighlighted={comment.id === highlightedId}
        answers={answers}
        isAccepted={comment.id === acceptedId}
        resolving={isFirst ? resolving : null}
        followedId={isFirst && view.abilities.canFollow ? discussionId : null}
        mayAccept={!isFirst && resolving !== null && view.abilities.accept !== null}
        now={view.now}
        headingLevel={view.headingLevel}
        slots={view.slots}
        abilities={view.abilities}
        onReply={(isOpen) => (isOpen || mayLeave()) && setReplying(isOpen)}
        isReplying={isReplying}
      />
      {isReplying && (
        <div className={styles.form} data-form>
          <CommentForm
            placeholder="Add your reply"
            start={view.replyDraftOf(comment)}
            isOpenAtFirst
            hasServices={view.hasServices}
            onDraft={(document) => view.keepReplyDraft(comment, document)}
            onSend={async (document) => {
              const isSent = await view.reply(comment, document);
              if (!isSent) return false;
              setReplying(false);
              onReplied?.();
              return true;
            }}
            onCancel={() => setReplying(false)}
          />
        </div>
      )}
    </>
  );
}

/** Loads missing replies when the user opens them, and shows an error if they can't be loaded. */
function MissingReplies({ comment: { id, discussionId }, view: { loadReplies } }: { comment: Comment; view: ThreadView }) {
  const load = useCallback(() => loadReplies({ id, discussionId }), [loadReplies, id, discussionId]);
  const more = useMore('The replies', load, null);
  const { ask } = more;
  useEffect(ask, [ask, load]);
  return <MoreFailed more={more} />;
}
