import type { DocumentNode } from '@newline/document/document-node';
import { useCallback } from 'react';
import { useLoginPrompt } from '../login/login-prompt.tsx';
import { withCommentState } from './comment-state.ts';
import type { CommentDestination } from './discussion.ts';
import { emptyDocument } from './empty-document.ts';
import { type ReactionPress, writeReactionPress } from './reaction-press.ts';

/** Asks a visitor to sign in, with the comment they're writing or the reaction they chose. */
export type AskWho = (destination: CommentDestination | null, document: DocumentNode | null, reaction?: ReactionPress) => void;

/** Returns a function that asks the visitor to sign in and then returns them to their draft or reaction (DISC-02). */
export function useCommentLogin({ path, title }: { path: string; title: string }): AskWho {
  const { openLogin } = useLoginPrompt();
  return useCallback(
    (destination, document, reaction) => {
      if (reaction)
        return openLogin({
          message: 'Please login to like/comment',
          returnTo: `/discussions/${reaction.discussionId}#${reaction.commentId}`,
          press: writeReactionPress(reaction),
          about: { title, note: 'Comments' },
        });
      const isNew = destination?.kind === 'new';
      const state = {
        parentId: destination?.kind === 'reply' ? destination.parentId : null,
        from: isNew ? (destination.selection?.from ?? null) : null,
        to: isNew ? (destination.selection?.to ?? null) : null,
        document: document ?? emptyDocument,
        second: isNew ? destination.timecodeStart : null,
      };
      openLogin({
        message: 'Please login to comment',
        returnTo: destination === null ? path : withCommentState(path, state),
        about: { title, note: destination === null ? 'Comments' : isNew ? 'Your comment is saved.' : 'Your reply is saved.' },
      });
    },
    [openLogin, path, title],
  );
}
