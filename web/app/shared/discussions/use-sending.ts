import type { DocumentNode } from '@newline/document/document-node';
import { useCallback } from 'react';
import { sayIfOffline } from '../connection.ts';
import { announce } from '../focus/announce.ts';
import { reveal } from '../focus/reveal.ts';
import type { CommentPlace } from './discussion.ts';
import type { DiscussionSource } from './discussion-source.ts';
import type { CommentViewer } from './use-comment-abilities.tsx';

type Options = {
  source: DiscussionSource;
  viewer: CommentViewer | null;
  onLogin: ((place: CommentPlace | null, document: DocumentNode | null) => void) | null;
  onSent?: (() => void) | undefined;
};

/**
 * Sends comments. Resolves to true when one was sent, and scrolls to it. Visitors are asked to sign in first, and nothing is sent. Failures
 * are logged, and the form keeps its text (DISC-11).
 */
export function useSending({
  source,
  viewer,
  onLogin,
  onSent,
}: Options): (place: CommentPlace, document: DocumentNode) => Promise<boolean> {
  const isKnown = viewer !== null;
  return useCallback(
    async (place, document) => {
      if (!isKnown && onLogin !== null) {
        onLogin(place, document);
        return false;
      }
      try {
        const { id } = await source.send({ place, document });
        onSent?.();
        announce('Sent');
        reveal(id);
        return true;
      } catch (error) {
        console.error('We couldn’t send your comment.', error);
        sayIfOffline();
        if (isLoginRequired(error)) onLogin?.(place, document);
        return false;
      }
    },
    [source, isKnown, onLogin, onSent],
  );
}

/** True when the session has expired meanwhile. */
function isLoginRequired(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'LOGIN_REQUIRED';
}
