import type { DocumentNode } from '@newline/document/document-node';
import { useCallback } from 'react';
import { showIfOffline } from '../connection.ts';
import { announce } from '../focus/announce.ts';
import { reveal } from '../focus/reveal.ts';
import { waitingText } from '../outbox/outbox-texts.ts';
import { showToast } from '../toast/show-toast.ts';
import type { CommentDestination } from './discussion.ts';
import type { DiscussionSource } from './discussion-source.ts';
import type { CommentViewer } from './use-comment-abilities.tsx';

type Options = {
  source: DiscussionSource;
  viewer: CommentViewer | null;
  onLogin: ((destination: CommentDestination | null, document: DocumentNode | null) => void) | null;
  onSent?: (() => void) | undefined;
};

/**
 * Sends comments. Resolves to true when one was sent, or waits because the site can't be reached, and scrolls to it. Visitors are asked to sign in first, and nothing is sent. Failures
 * are logged, and the form keeps its text (DISC-11).
 */
export function useSending({
  source,
  viewer,
  onLogin,
  onSent,
}: Options): (destination: CommentDestination, document: DocumentNode) => Promise<boolean> {
  const isSignedIn = viewer !== null;
  return useCallback(
    async (destination, document) => {
      if (!isSignedIn && onLogin !== null) {
        onLogin(destination, document);
        return false;
      }
      try {
        const { id } = await source.send({ destination, document });
        onSent?.();
        announce('Sent');
        reveal(id);
        return true;
      } catch (error) {
        const waitingId = (await source.keep?.({ destination, document }, error)) ?? null;
        if (waitingId !== null) {
          await showToast(waitingText);
          reveal(waitingId);
          return true;
        }
        console.error('We couldn’t send your comment.', error);
        showIfOffline();
        if (isLoginRequired(error)) onLogin?.(destination, document);
        return false;
      }
    },
    [source, isSignedIn, onLogin, onSent],
  );
}

/** True when the session has expired meanwhile. */
function isLoginRequired(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'LOGIN_REQUIRED';
}
