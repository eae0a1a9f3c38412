import { type ReactNode, type RefObject, Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../lazy-component.ts';
import type { DiscussionTarget } from '../discussions/discussion.ts';
import type { PlayerComments } from '../player/player-comments.ts';
import { useEarlyComment } from './early-comment.ts';

const LazyDiscussions = lazyComponent(() => import('./lazy-discussions.tsx').then((module) => module.LazyDiscussions));

/** What a page with a text passes to its discussions. */
export type ReaderDiscussionsProps = {
  target: DiscussionTarget;
  /** The element around the text and the link to its comments. */
  page: RefObject<HTMLElement | null>;
  /** Seeks the page's video to a second; absent without a video. */
  onSeek?: (second: number) => void;
  /** Called with the comments that the player shows; must be the same function until something changes. */
  onComments?: (comments: PlayerComments) => void;
  /** Called when the comments of the page have changed; must be the same function in every render. */
  onChanged?: () => void;
};

/**
 * The discussions of a lesson or an article: highlights, comments on passages, and the panel. Render it before the text. All of it is
 * loaded after the page.
 */
export function ReaderDiscussions(props: ReaderDiscussionsProps): ReactNode {
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const [early, stopListening] = useEarlyComment();
  return (
    isReady && (
      <Suspense>
        <LazyDiscussions {...props} early={early} onListening={stopListening} />
      </Suspense>
    )
  );
}
