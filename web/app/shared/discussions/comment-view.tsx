import { Badge } from '@newline/ui/components/badge';
import { Icon } from '@newline/ui/components/icon';
import { Ellipsis, SmilePlus } from 'lucide-react';
import { memo, startTransition, useEffect, useRef, useState } from 'react';
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

// A menu is a good part of a panel, and most comments are only read.
const CommentMenu = lazyComponent(() => import('./comment-menu.tsx').then((module) => module.CommentMenu));
const ReactionMenu = lazyComponent(() => import('./reaction-menu.tsx').then((module) => module.ReactionMenu));

type Props = {
  comment: Comment;
  /** The first of its discussion: who wrote it is its author, and no badge says so. */
  isFirst: boolean;
  /** The one that the address or a mark asks for. */
  isHighlighted: boolean;
  /** Whom it answers, where that is not the comment right above. */
  answers: string | null;
  /** True for the accepted answer. */
  isAccepted: boolean;
  /** Its discussion, where this reader may say that it is resolved; on its first comment only. */
  resolving: Pick<Discussion, 'id' | 'isResolved'> | null;
  /** Its discussion, where this reader may follow or mute it; on its first comment only. */
  followedId: string | null;
  /** True where this reader may accept it, or take that back. */
  mayAccept: boolean;
  /** Now, in milliseconds; null while server and browser have to write the same. */
  now: number | null;
  headingLevel: number;
  abilities: CommentAbilities;
  /** Opens (true) and closes the form of a reply. */
  onReply: (isOpen: boolean) => void;
  isReplying: boolean;
};

/** One comment: who, when, what, and what can be done with it. */
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
    abilities,
    onReply,
    isReplying,
  } = props;
  const [isEditing, setEditing] = useState(false);
  const article = useRef<HTMLElement>(null);
  const wasEditing = useRef(false);
  // What replaces the form is the comment as a whole.
  useEffect(() => {
    if (wasEditing.current && !isEditing) article.current?.focus({ preventScroll: true });
    wasEditing.current = isEditing;
  }, [isEditing]);
  const isWhole = !comment.deleted && comment.bodyDelta !== null;
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
      {(isWhole || resolving !== null || followedId !== null) && !isEditing && (
        <div className={styles.acts}>
          {isWhole && (
            <>
              <button type="button" aria-expanded={isReplying} onClick={() => onReply(!isReplying)}>
                Reply
              </button>
              <Reactions comment={comment} abilities={abilities} />
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

function Reactions({ comment, abilities }: Pick<Props, 'comment' | 'abilities'>) {
  const [isOpen, setOpen] = useState(false);
  const shown = (Object.keys(reactionLooks) as ReactionKind[]).flatMap((kind) => {
    const reaction = comment.reactions.find((other) => other.kind === kind);
    return reaction && reaction.count > 0 ? [reaction] : [];
  });
  return (
    <>
      {shown.map(({ kind, count, isMine }) => (
        <button
          key={kind}
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
        // The button stays until its menu has been loaded.
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
