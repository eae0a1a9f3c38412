import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { AwaitedField } from '../focus/awaited-field.tsx';
import { changeNote, noteOf } from '../history/entry-notes.ts';
import { lazyComponent } from '../lazy-component.ts';
import { opensPanel, readCommentState } from './comment-state.ts';
import type { DiscussionTarget } from './discussion.ts';
import { useLiveRoom } from './live-room.ts';
import type { OpenRequest } from './open-request.ts';

// The panel, its discussions and its form are loaded when the panel opens.
const ItemDiscussions = lazyComponent(() => import('./item-discussions.tsx').then((module) => module.ItemDiscussions));

/** The handle with which a page controls the panel. */
export type DiscussionsPanelHandle = {
  /**
   * Opens the panel. `open({})` just opens it; `open({ discussionId })` shows a discussion; `open({ discussionId, commentId })` a comment
   * of it; `open({ newFrom: { selection } })` the form for a comment on a passage; `open({ newFrom: { timecodeStart } })` the form for a
   * comment on a second. Users who have to sign in on the way return to the same path. With `from` and `to` in the URL (`readCommentState`)
   * the panel doesn't open automatically (A §2): the code that highlights passages calls `open({ newFrom: { selection } })` again. The
   * draft is in this browser and in commentText; the form reads it.
   */
  open: (request: OpenRequest) => void;
  close: () => void;
  isOpen: boolean;
  /** Calls the listener when the comments of the item have changed, here or elsewhere; returns a function that unsubscribes. */
  onChange: (listener: () => void) => () => void;
  /** Render it anywhere on the page. */
  element: ReactNode;
};

type Options = {
  target: DiscussionTarget;
  /** Seeks the page's video to a second; null without a video. The panel closes then. */
  onSeek?: ((second: number) => void) | null;
  /** Called when the comments of the item have changed, here or elsewhere. */
  onChanged?: (() => void) | undefined;
};

/**
 * Adds the discussions panel of a lesson, an article or a clip to its page. It opens on load when the URL carries a comment in progress
 * (parentId, or commentText without from). Its code and data are loaded when it opens.
 */
export function useDiscussionsPanel({ target, onSeek = null, onChanged }: Options): DiscussionsPanelHandle {
  const [request, setRequest] = useState<OpenRequest | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { key } = useLocation();
  const choice = `comments ${target.id}`;
  /** Stores in the history entry what the panel is open for; '' if it's closed. */
  const note = (value: string) => changeNote(key, { choices: { [choice]: value } });
  const latest = useRef({ onSeek, onChanged, note });
  latest.current = { onSeek, onChanged, note };
  const open = useCallback((next: OpenRequest) => {
    setRequest(next);
    setOpen(true);
  }, []);
  const close = useCallback(() => {
    setOpen(false);
    latest.current.note('');
  }, []);
  const [listeners] = useState(() => new Set<() => void>());
  const notifyChanged = useCallback(() => {
    latest.current.onChanged?.();
    for (const listener of listeners) listener();
  }, [listeners]);
  const onChange = useCallback(
    (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    [listeners],
  );
  const seek = useCallback(
    (second: number) => {
      close();
      latest.current.onSeek?.(second);
    },
    [close],
  );
  const room = useLiveRoom(target, notifyChanged);
  useEffect(() => {
    const { search } = window.location;
    const { parentId } = readCommentState(search);
    if (opensPanel(search)) open(parentId === null ? { isWriting: true } : { parentId });
  }, [open]);
  // Back, Forward and reload open the panel again, unless the URL says for what.
  useEffect(() => {
    if (opensPanel(window.location.search)) return;
    const [discussionId, commentId, ...rest] = noteOf(key)?.choices?.[choice]?.split(' ') ?? [];
    if (discussionId === undefined || commentId === undefined || rest.length > 0) return;
    open({ ...(discussionId !== '' && { discussionId }), ...(commentId !== '' && { commentId }), isRestored: true });
  }, [key, choice, open]);
  useEffect(() => {
    if (isOpen) latest.current.note(`${request?.discussionId ?? ''} ${request?.commentId ?? ''}`);
  }, [key, isOpen, request]);
  // Another clip on the same page has its own comments.
  const [shownId, setShownId] = useState(target.id);
  if (shownId !== target.id) {
    setShownId(target.id);
    setRequest(null);
    setOpen(false);
  }
  const element = request && (
    <Suspense fallback={request.isWriting === true && <AwaitedField />}>
      <ItemDiscussions
        key={target.id}
        target={target}
        request={request}
        isOpen={isOpen}
        onClose={close}
        onSeek={onSeek === null ? null : seek}
        onChanged={notifyChanged}
        room={room}
      />
    </Suspense>
  );
  return { open, close, isOpen, onChange, element };
}
