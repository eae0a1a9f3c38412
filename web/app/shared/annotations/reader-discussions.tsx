import { type ReactNode, type RefObject, Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../lazy-component.ts';
import type { DiscussionTarget } from '../discussions/discussion.ts';
import type { PlayerComments } from '../player/player-comments.ts';

const LazyDiscussions = lazyComponent(() => import('./lazy-discussions.tsx').then((module) => module.LazyDiscussions));

/** What a page with a text hands over. */
export type ReaderDiscussionsProps = {
  target: DiscussionTarget;
  /** Around the text and the link to its comments. */
  page: RefObject<HTMLElement | null>;
  /** Jumps to a second of the page's video; absent without one. */
  onSeek?: (second: number) => void;
  /** Told what the player needs; the same until something changed. */
  onComments?: (comments: PlayerComments) => void;
  /** Told when the comments of the page have changed; the same from render to render. */
  onChanged?: () => void;
};

/**
 * The discussions of a lesson or an article: marks in its text, comments on its words, the panel. Put it before the text. All of it
 * comes after the page.
 */
export function ReaderDiscussions(props: ReaderDiscussionsProps): ReactNode {
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return (
    isReady && (
      <Suspense>
        <LazyDiscussions {...props} />
      </Suspense>
    )
  );
}
