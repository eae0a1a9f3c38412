import { Avatar } from '@newline/ui/components/avatar';
import { Badge } from '@newline/ui/components/badge';
import type { ReactNode } from 'react';
import { Link } from '../link.tsx';
import type { CommentSaidFragment } from '../../../.documents/graphql.ts';
import { nameOf } from './discussion.ts';
import styles from './comment.module.css';

type Props = {
  comment: CommentSaidFragment;
  /** True when the author of this discussion didn't write its first comment here, so that a badge has to show who the author is. */
  isDiscussionAuthor?: boolean;
  /** Shown after the name and its badges: more badges, or the time. */
  more?: ReactNode;
  /** The text of the comment, if it's visible. */
  text: ReactNode;
  /** Shown below the text, in the same element. */
  children?: ReactNode;
};

/** The author and text of a comment wherever one is rendered, in an element of the class `comment`. */
export function CommentSaid({ comment, isDiscussionAuthor = false, more, text, children }: Props) {
  const { user } = comment;
  const name = nameOf(comment);
  return (
    <>
      <Avatar name={name} imageUrl={user?.profileImageUrl ?? null} />
      <div className={styles.by}>
        {/* A guest in the demo has a name but no profile. */}
        {user?.username ? (
          <Link to={`/@${user.username}`}>
            <b dir="auto">{name}</b>
          </Link>
        ) : (
          <b dir="auto">{name}</b>
        )}
        {isDiscussionAuthor && <Badge look="line">Discussion Author</Badge>}
        {comment.isContributor && <Badge look="solid">Course Author</Badge>}
        {comment.isAdmin && <Badge>Admin</Badge>}
        {more}
      </div>
      <div className={styles.body}>
        <Words comment={comment} text={text} />
        {children}
      </div>
    </>
  );
}

function Words({ comment, text }: Pick<Props, 'comment' | 'text'>) {
  if (comment.deleted) return <p className="meta">This comment was deleted.</p>;
  if (comment.bodyDelta === null) return <p className="meta">This comment is waiting for a moderator.</p>;
  return text;
}
