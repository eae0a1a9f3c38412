import { memo, useEffect, useRef } from 'react';
import { MoreFailed } from '../more-failed.tsx';
import { hasFailed, type More } from '../use-more.ts';
import type { Discussion } from './discussion.ts';
import type { DiscussionSource } from './discussion-source.ts';
import type { DiscussionsState } from './discussions-state.ts';
import { Thread } from './thread.tsx';
import type { ThreadView } from './thread-view.ts';
import { useRenderedCount } from './use-rendered-count.ts';
import styles from './discussions-panel.module.css';

/** The number of discussions that become visible together; small enough to fit into a frame on a phone. */
const groupSize = 4;

/** The comment to highlight, and the one whose reply form is open initially. */
export type Requested = {
  commentId: string | null;
  replyToId: string | null;
  /** True when the list is scrolled to where it was left instead. */
  isRestored?: boolean;
};

type PageProps = { page: readonly Discussion[]; at: number; rendered: number; view: ThreadView; requested: Requested };

type Props = {
  source: DiscussionSource;
  /** Its state, or an earlier one that is still being rendered. */
  state: DiscussionsState;
  view: ThreadView;
  requested: Requested;
  more: More;
};

/** The discussions of an item, newest first. The next page loads when the end comes near the viewport. */
export function ThreadList({ source, state, view, requested, more }: Props) {
  const { pages, after } = state;
  const { ask } = more;
  const isStopped = hasFailed(more);
  const list = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const { isRestored = false } = requested;
  const requestedId = requested.replyToId ?? requested.commentId;
  const total = pages.reduce((sum, page, at) => sum + groupsCount(page, at), 0);
  const rendered = useRenderedCount(total, requestedId !== null);
  const isAllRendered = rendered === total;
  useEffect(() => {
    if (requestedId !== null && !isRestored) list.current?.querySelector(`[id="${requestedId}"]`)?.scrollIntoView({ block: 'center' });
  }, [requestedId, isRestored]);
  useEffect(() => {
    const sentinel = end.current;
    // Waits until everything loaded is rendered, because the end will move.
    if (sentinel === null || !isAllRendered) return undefined;
    const watch = new IntersectionObserver(
      (entries) => {
        // A page that has arrived and isn't rendered yet will move the end, too.
        const isLatest = after === source.getState().after;
        if (isLatest && entries.some(({ isIntersecting }) => isIntersecting)) ask();
      },
      { rootMargin: '600px 0px' },
    );
    watch.observe(sentinel);
    return () => watch.disconnect();
  }, [source, ask, after, isAllRendered, isStopped]);
  return (
    <div ref={list}>
      {/* In a separate element: appending to one element makes the browser check all of its earlier children. */}
      <div>
        {pages.map((page, at) => (
          // Discussions that arrived later come first; pages are only ever appended.
          <Page
            key={at === 0 ? 'arrived' : (page[0]?.id ?? 'empty')}
            page={page}
            at={at}
            rendered={renderedOf(pages, at, rendered)}
            view={view}
            requested={requested}
          />
        ))}
      </div>
      <MoreFailed more={more} />
      {!isStopped && after !== null && (
        <div ref={end} className={`meta ${styles.more}`} role="status">
          {more.state === 'loading' ? 'Loading...' : ''}
        </div>
      )}
    </div>
  );
}

/** A page of discussions, in groups. Unchanged pages and pages far from the viewport aren't rendered again. */
const Page = memo(function Page({ page, at, rendered, view, requested }: PageProps) {
  const has = (discussion: Discussion, id: string | null) => id !== null && discussion.comments.some((comment) => comment.id === id);
  const isRequested = page.some((discussion) => has(discussion, requested.commentId));
  const size = at === 0 ? page.length : groupSize;
  return (
    <div className={isRequested ? undefined : styles.far} style={{ containIntrinsicSize: `auto ${page.length * 9}rem` }}>
      {Array.from({ length: rendered }, (_, group) => page.slice(group * size, (group + 1) * size)).map((group) => (
        <div
          key={at === 0 ? 'arrived' : group[0]?.id}
          className={isRequested ? undefined : styles.far}
          style={{ containIntrinsicSize: `auto ${group.length * 9}rem` }}
        >
          {group.map((discussion) => (
            <Thread
              key={discussion.id}
              discussion={discussion}
              view={view}
              highlightedId={has(discussion, requested.commentId) ? requested.commentId : null}
              replyToId={has(discussion, requested.replyToId) ? requested.replyToId : null}
            />
          ))}
        </div>
      ))}
    </div>
  );
});

/**
 * Returns the number of groups in which a page is rendered. Discussions that arrived later form one group, so that none of them changes
 * group when more arrive.
 */
function groupsCount(page: readonly Discussion[], at: number): number {
  return at === 0 ? Math.min(page.length, 1) : Math.ceil(page.length / groupSize);
}

/** Returns how many groups of the page at an index are rendered, given the number rendered across all pages. */
function renderedOf(pages: DiscussionsState['pages'], at: number, rendered: number): number {
  const earlier = pages.slice(0, at).reduce((sum, page, index) => sum + groupsCount(page, index), 0);
  const own = pages[at] ? groupsCount(pages[at], at) : 0;
  return Math.max(0, Math.min(own, rendered - earlier));
}
