import { Badge } from '@newline/ui/components/badge';
import { Icon } from '@newline/ui/components/icon';
import { Ellipsis, SmilePlus } from 'lucide';
import { memo, startTransition, useEffect, useRef, useState } from 'react';
import type { Slots } from '../own/use-slots.ts';
import { lazyComponent } from '../lazy-component.ts';
import { CommentText } from '../reader/comment-text.tsx';
import { CommentTime } from './comment-time.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentSaid } from './comment-said.tsx';
import { type Comment, type Discussion, nameOf, type ReactionKind } from './discussion.ts';
import type { CommentAbilities } from './comment-abilities.ts';
import { reactionLooks } from './reaction-looks.ts';
import { writtenDocument } from './written-document.ts';
import styles from './comment.module.css';

// Lazily loaded: the menu is a large part of the panel, and most comments are only read.
const CommentMenu = lazyComponent(() => import('./comment-menu.tsx').then((module) => module.CommentMenu));
const ReactionMenu = lazyComponent(() => import('./reaction-menu.tsx').then((module) => module.ReactionMenu));

type Props = {
  comment: Comment;
  /** True for the first comment of its discussion: its author is the discussion's, so no badge is shown. */
  isFirst: boolean;
  /** True for the comment that the URL or an annotation points to. */
  isHighlighted: boolean;
  /** The name of the author it answers, when that isn't the comment right above. */
  answers: string | null;
  /** True for the accepted answer. */
  isAccepted: boolean;
  /** The discussion, if this reader may resolve it; only set on its first comment. */
  resolving: Pick<Discussion, 'id' | 'isResolved'> | null;
  /** The ID of the discussion, if this reader may follow or mute it; only set on its first comment. */
  followedId: string | null;
  /** True when this reader may accept it, or undo that. */
  mayAccept: boolean;
  /** The current time in milliseconds; null during hydration, when server and browser have to render the same. */
  now: number | null;
  headingLevel: number;
  slots: Slots;
  abilities: CommentAbilities;
  /** Opens (true) or closes the reply form. */
  onReply: (isOpen: boolean) => void;
  isReplying: boolean;
};

/** One comment with its author, time, text and actions. */
export const CommentView = memo(function CommentView(props: Props) {
  const {
    comment,
    isFirst,
    isHighlighted,
    answers,
    isAccepted,
    resolving,
    followedId,
    mayAccept,
    now,
    headingLevel,
    slots,
    abilities,
    onReply,
    isReplying,
  } = props;
  const [isEditing, setEditing] = useState(false);
  const article = useRef<HTMLElement>(null);
  const wasEditing = useRef(false);
  // The comment as a whole replaces the form.
  useEffect(() => {
    if (wasEditing.current && !isEditing) article.current?.focus({ preventScroll: true });
    wasEditing.current = isEditing;
  }, [isEditing]);
  const hasText = !comment.deleted && comment.bodyDelta !== null;
  return (
    <article
      ref={article}
      id={comment.id}
      className={isHighlighted ? `${styles.comment} ${styles.on}` : styles.comment}
      aria-label={`Comment by ${nameOf(comment)}`}
      aria-current={isHighlighted || undefined}
      tabIndex={-1}
    >
      <CommentSaid
        comment={comment}
        isDiscussionAuthor={comment.isDiscussionAuthor && !isFirst}
        more={
          <>
            {isAccepted && <Badge look="new">Accepted</Badge>}
            {answers !== null && (
              <span className={styles.to}>
                to <bdi>{answers}</bdi>
              </span>
            )}
            <a className={`meta num ${styles.when}`} href={`/discussions/${comment.discussionId}#${comment.id}`}>
              <CommentTime instant={comment.createdAt} now={now} />
              {comment.edited && !comment.deleted && <span>, edited</span>}
            </a>
          </>
        }
        text={
          <Words
            comment={comment}
            headingLevel={headingLevel}
            isEditing={isEditing}
            abilities={abilities}
            onEdited={() => setEditing(false)}
          />
        }
      />
      {(hasText || resolving !== null || followedId !== null) && !isEditing && (
        <div className={styles.acts}>
          {hasText && (
            <>
              <button type="button" aria-expanded={isReplying} onClick={() => onReply(!isReplying)}>
                Reply
              </button>
              <Reactions comment={comment} slots={slots} abilities={abilities} />
            </>
          )}
          <More
            comment={comment}
            abilities={abilities}
            isAccepted={isAccepted}
            resolving={resolving}
            followedId={followedId}
            mayAccept={mayAccept}
            onEdit={() => setEditing(true)}
          />
        </div>
      )}
    </article>
  );
});

function Words({
  comment,
  headingLevel,
  isEditing,
  abilities,
  onEdited,
}: Pick<Props, 'comment' | 'headingLevel' | 'abilities'> & { isEditing: boolean; onEdited: () => void }) {
  if (!isEditing) return <CommentText bodyDelta={comment.bodyDelta} bodyDrawings={comment.bodyDrawings} headingLevel={headingLevel} />;
  return (
    <CommentForm
      placeholder="Edit your comment"
      label="Save"
      start={abilities.draftOf(comment) ?? writtenDocument(comment.bodyDelta)}
      isOpenAtFirst
      onDraft={(document) => abilities.keepDraft(comment, document)}
      onSend={async (document) => {
        const isSaved = await abilities.edit(comment, document);
        if (isSaved) onEdited();
        return isSaved;
      }}
      onCancel={() => {
        abilities.keepDraft(comment, null);
        onEdited();
      }}
    />
  );
}

function Reactions({ comment, slots, abilities }: Pick<Props, 'comment' | 'slots' | 'abilities'>) {
  const [isOpen, setOpen] = useState(false);
  const reactions = (Object.keys(reactionLooks) as ReactionKind[]).flatMap((kind) => {
    const reaction = comment.reactions.find((candidate) => candidate.kind === kind);
    return reaction && reaction.count > 0 ? [reaction] : [];
  });
  return (
    <>
      {reactions.map(({ kind, count, isMine }) => (
        <button
          key={kind}
          {...slots.attributes(`reaction:${comment.id}:${kind}`)}
          type="button"
          className="num"
          aria-pressed={isMine}
          aria-label={`${reactionLooks[kind].label}, ${count}`}
          title={reactionLooks[kind].label}
          onClick={() => abilities.react(comment, kind)}
        >
          <Icon of={reactionLooks[kind].icon} />
          {count}
        </button>
      ))}
      {abilities.canReact &&
        (isOpen ? (
          <ReactionMenu comment={comment} onChoose={(kind) => abilities.react(comment, kind)} />
        ) : (
          <button type="button" aria-label="React" aria-haspopup="menu" onClick={() => startTransition(() => setOpen(true))}>
            <Icon of={SmilePlus} />
          </button>
        ))}
    </>
  );
}

type MoreProps = Pick<Props, 'comment' | 'abilities' | 'isAccepted' | 'resolving' | 'followedId' | 'mayAccept'> & { onEdit: () => void };

function More(props: MoreProps) {
  const [isOpen, setOpen] = useState(false);
  const { comment, abilities, resolving, followedId, mayAccept } = props;
  if (!mayAccept && resolving === null && followedId === null && !abilities.hasMenu(comment)) return null;
  return (
    <span className={styles.menu}>
      {isOpen ? (
        <CommentMenu {...props} />
      ) : (
        // The button stays until its menu has loaded.
        <button
          type="button"
          aria-label="More about this comment"
          aria-haspopup="menu"
          onClick={() => startTransition(() => setOpen(true))}
        >
          <Icon of={Ellipsis} />
        </button>
      )}
    </span>
  );
}
