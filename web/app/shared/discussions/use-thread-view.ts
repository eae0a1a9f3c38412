import type { DocumentNode } from '@newline/document/document-node';
import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { changeNote, noteOf } from '../history/entry-notes.ts';
import { noSlots, type Slots } from '../own/use-slots.ts';
import type { CommentAbilities } from './comment-abilities.ts';
import type { Comment, CommentDestination, DiscussionTarget } from './discussion.ts';
import type { DiscussionSource } from './discussion-source.ts';
import { draftKey, readDraft, sendDraft, writeDraft } from './stored-drafts.ts';
import type { Folds, ThreadView } from './thread-view.ts';

type Options = Pick<ThreadView, 'headingLevel' | 'onSeek' | 'hasServices'> & {
  target: DiscussionTarget;
  source: DiscussionSource;
  abilities: CommentAbilities;
  send: (destination: CommentDestination, document: DocumentNode) => Promise<boolean>;
  isExpanded?: boolean;
  /** Must be the same object in every render. */
  slots?: Slots;
  secondPath?: ThreadView['secondPath'];
  /** A reply carried by the URL; a stored draft takes precedence. Must be the same object in every render. */
  carried?: { parentId: string; document: DocumentNode } | null;
};

/** How often relative times are updated. */
const tickMs = 60_000;

/** Returns the settings shared by the discussions of a list: the same object until something in it changes. */
export function useThreadView(options: Options): ThreadView {
  const {
    target,
    source,
    abilities,
    send,
    headingLevel,
    onSeek,
    hasServices,
    isExpanded = false,
    slots = noSlots,
    secondPath = null,
    carried = null,
  } = options;
  const { kind, id } = target;
  const [now, setNow] = useState<number | null>(null);
  const folds = useFolds();
  useEffect(() => {
    setNow(Date.now());
    // A low-priority update: it may render thousands of comments, and scrolling and typing come first.
    const clock = setInterval(() => startTransition(() => setNow(Date.now())), tickMs);
    return () => clearInterval(clock);
  }, []);
  return useMemo(() => {
    // A demo stores no drafts.
    const keyOf = (comment: Comment) => (hasServices ? draftKey({ kind, id }, comment.id) : null);
    return {
      abilities,
      now,
      headingLevel,
      isExpanded,
      slots,
      onSeek,
      secondPath,
      hasServices,
      loadReplies: source.loadReplies,
      loadComments: source.loadComments,
      folds,
      reply: (comment, document) =>
        sendDraft(keyOf(comment), () => send({ kind: 'reply', discussionId: comment.discussionId, parentId: comment.id }, document)),
      replyDraftOf: (comment) => readDraft(keyOf(comment))?.document ?? (carried?.parentId === comment.id ? carried.document : null),
      keepReplyDraft: (comment, document) => writeDraft(keyOf(comment), document === null ? null : { document }),
    };
  }, [source, abilities, send, now, headingLevel, isExpanded, slots, onSeek, secondPath, hasServices, carried, kind, id, folds]);
}

/** Returns the replies that were opened and closed, which Back, Forward and reload restore. */
function useFolds(): Folds {
  const { key } = useLocation();
  const entry = useRef(key);
  entry.current = key;
  const [folds] = useState<Folds>(() => {
    const nameOf = (commentId: string) => `replies ${commentId}`;
    return {
      isOpen: (commentId) => {
        const choice = noteOf(entry.current)?.choices?.[nameOf(commentId)];
        return choice === undefined ? undefined : choice === 'open';
      },
      set: (commentId, isOpen) => changeNote(entry.current, { choices: { [nameOf(commentId)]: isOpen ? 'open' : 'closed' } }),
    };
  });
  return folds;
}
