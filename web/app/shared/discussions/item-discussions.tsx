import { useCallback, useEffect, useMemo } from 'react';
import { useViewer } from '../viewer.tsx';
import { readCommentState, withoutCommentState } from './comment-state.ts';
import type { DiscussionTarget } from './discussion.ts';
import { DiscussionsPanel } from './discussions-panel.tsx';
import { followComments } from './follow-comments.ts';
import type { LiveRoom } from './live-room.ts';
import { loadOutbox } from '../outbox/use-outbox.ts';
import type { OpenRequest } from './open-request.ts';
import { createRemoteDiscussions } from './remote-discussions.ts';
import { useCommentLogin } from './use-comment-login.ts';
import { carriedDocument } from './written-document.ts';

type Props = {
  target: DiscussionTarget;
  request: OpenRequest;
  isOpen: boolean;
  onClose: () => void;
  onSeek: ((second: number) => void) | null;
  onChanged: () => void;
  room: LiveRoom;
};

/** The discussions panel connected to the site's API: the viewer, their permissions, and live updates while it's open. */
export function ItemDiscussions({ target, request, isOpen, onClose, onSeek, onChanged, room }: Props) {
  const { id, kind, title, path } = target;
  const { viewer } = useViewer();
  const source = useMemo(() => createRemoteDiscussions({ id, kind, title, path }), [id, kind, title, path]);
  // What signed-in users write here may have to wait, and without a connection no code can be loaded.
  const isSignedIn = viewer !== null;
  useEffect(() => {
    if (isSignedIn) loadOutbox().catch((error: unknown) => console.warn('The outbox couldn’t be loaded.', error));
  }, [isSignedIn]);
  const login = useCommentLogin(target);
  useEffect(
    () =>
      followComments(room, async (event) => {
        if (source.getState().phase === 'waiting') return;
        await (event === null ? source.catchUp() : source.takeIn(event));
      }),
    [room, source],
  );
  // The URL is read once; afterward the form has its own state.
  const initialRequest = useMemo(() => {
    const { commentText, from } = readCommentState(window.location.search);
    const document = from === null ? carriedDocument(commentText) : null;
    return document === null ? request : { ...request, document };
  }, [request]);
  const handleSent = useCallback(() => {
    // Only these four parameters are removed, and the page stays as it is.
    window.history.replaceState(window.history.state, '', withoutCommentState(window.location.href));
    onChanged();
  }, [onChanged]);
  return (
    <DiscussionsPanel
      target={target}
      source={source}
      viewer={viewer}
      isOpen={isOpen}
      onClose={onClose}
      request={initialRequest}
      onLogin={login}
      onSeek={onSeek}
      onSent={handleSent}
      onChanged={onChanged}
    />
  );
}
