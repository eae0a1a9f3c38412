import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { AwaitedField } from '../focus/awaited-field.tsx';
import { lazyComponent } from '../lazy-component.ts';
import { opensPanel, readCommentState } from './comment-state.ts';
import type { DiscussionTarget } from './discussion.ts';
import { useLiveRoom } from './live-room.ts';
import type { OpenRequest } from './open-request.ts';

// The panel, its threads and its form travel when somebody opens it.
const ItemDiscussions = lazyComponent(() => import('./item-discussions.tsx').then((module) => module.ItemDiscussions));

/** What a page around the panel has of it. */
export type DiscussionsPanelHandle = {
  /**
   * Opens the panel. `open({})` as it is; `open({ discussionId })` at a discussion; `open({ discussionId, commentId })` at a comment of it;
   * `open({ newFrom: { selection } })` with the form of a comment on a passage; `open({ newFrom: { timecodeStart } })` on a second.
   *
   * Somebody who has to sign in on the way comes back to the same path. With `from` and `to` in the address (`readCommentState`) the
   * panel does not open by itself (A §2): whoever marks passages calls `open({ newFrom: { selection } })` again. What was written is
   * in this browser and in commentText; the form finds it.
   */
  open: (request: OpenRequest) => void;
  close: () => void;
  isOpen: boolean;
  /** Calls back when the comments of the item have changed, here or elsewhere; gives what ends that. */
  onChange: (listener: () => void) => () => void;
  /** To be put anywhere on the page. */
  element: ReactNode;
};

type Options = {
  target: DiscussionTarget;
  /** Jumps to a second of the page's video; null without one. The panel closes then. */
  onSeek?: ((second: number) => void) | null;
  /** Told when the comments of the item have changed, here or elsewhere. */
  onChanged?: (() => void) | undefined;
};

/**
 * The comments of a lesson, an article or a clip beside its page. It opens on load when the address carries a comment in progress
 * (parentId, or commentText without from); what is behind it is loaded when it opens.
 */
export function useDiscussionsPanel({ target, onSeek = null, onChanged }: Options): DiscussionsPanelHandle {
  const [request, setRequest] = useState<OpenRequest | null>(null);
  const [isOpen, setOpen] = useState(false);
  const latest = useRef({ onSeek, onChanged });
  latest.current = { onSeek, onChanged };
  const open = useCallback((next: OpenRequest) => {
    setRequest(next);
    setOpen(true);
  }, []);
  const close = useCallback(() => setOpen(false), []);
  const [listeners] = useState(() => new Set<() => void>());
  const tellChanged = useCallback(() => {
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
  const seek = useCallback((second: number) => {
    setOpen(false);
    latest.current.onSeek?.(second);
  }, []);
  const room = useLiveRoom(target, tellChanged);
  useEffect(() => {
    const { search } = window.location;
    const { parentId } = readCommentState(search);
    if (opensPanel(search)) open(parentId === null ? { isWriting: true } : { parentId });
  }, [open]);
  // Another clip on the same page has comments of its own.
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
        onChanged={tellChanged}
        room={room}
      />
    </Suspense>
  );
  return { open, close, isOpen, onChange, element };
}
