import type { DocumentNode } from '@newline/document/document-node';
import { useCallback } from 'react';
import { useLoginPrompt } from '../login/login-prompt.tsx';
import { withCommentState } from './comment-state.ts';
import type { CommentPlace } from './discussion.ts';
import { emptyDocument } from './empty-document.ts';

/** Asks who it is, to come back with what was being written: without a place just to the page (DISC-02). */
export function useCommentLogin({
  path,
  title,
}: {
  path: string;
  title: string;
}): (place: CommentPlace | null, document: DocumentNode | null) => void {
  const { openLogin } = useLoginPrompt();
  return useCallback(
    (place, document) => {
      const isNew = place?.kind === 'new';
      const state = {
        parentId: place?.kind === 'reply' ? place.parentId : null,
        from: isNew ? (place.selection?.from ?? null) : null,
        to: isNew ? (place.selection?.to ?? null) : null,
        document: document ?? emptyDocument,
        second: isNew ? place.timecodeStart : null,
      };
      openLogin({
        message: 'Please login to comment',
        returnTo: place === null ? path : withCommentState(path, state),
        about: { title, note: place === null ? 'Comments' : isNew ? 'Your comment is kept.' : 'Your reply is kept.' },
      });
    },
    [openLogin, path, title],
  );
}
