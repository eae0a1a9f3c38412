import { memo, useEffect, useRef } from 'react';
import { MoreFailed } from '../more-failed.tsx';
import { hasFailed, type More } from '../use-more.ts';
import type { Discussion } from './discussion.ts';
import type { DiscussionsState } from './discussions-state.ts';
import { Thread } from './thread.tsx';
import type { ThreadView } from './thread-view.ts';
import { useRenderedCount } from './use-rendered-count.ts';
import styles from './discussions-panel.module.css';

/** Threads that come into sight together: so few that a frame has time for them on a phone. */
const groupSize = 4;

type Asked = { commentId: string | null; replyToId: string | null };

type PageProps = { page: readonly Discussion[]; at: number; rendered: number; view: ThreadView; asked: Asked };

type Props = {
  state: DiscussionsState;
  view: ThreadView;
  asked: Asked;
  more: More;
};

/** The threads of an item, newest first; the next page loads when its place comes near. */
export function ThreadList({ state, view, asked, more }: Props) {
  const { pages, after } = state;
  const { ask } = more;
  const isStopped = hasFailed(more);
  const list = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const wanted = asked.replyToId ?? asked.commentId;
  const total = pages.reduce((sum, page, at) => sum + groupsCount(page, at), 0);
  const rendered = useRenderedCount(total, wanted !== null);
  const isAllRendered = rendered === total;
  useEffect(() => {
    if (wanted !== null) list.current?.querySelector(`[id="${wanted}"]`)?.scrollIntoView({ block: 'center' });
  }, [wanted]);
  useEffect(() => {
    const place = end.current;
    // Until all that came is drawn, the end is not where it will be.
    if (place === null || !isAllRendered) return undefined;
    const watch = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && ask(), {
      rootMargin: '600px 0px',
    });
    watch.observe(place);
    return () => watch.disconnect();
  }, [ask, after, isAllRendered, isStopped]);
  return (
    <div ref={list}>
      {/* By themselves: what comes last in its element makes the browser look at none of those before it. */}
      <div>
        {pages.map((page, at) => (
          // What arrived later stands first; pages are only ever added at the end.
          <Page
            key={at === 0 ? 'arrived' : (page[0]?.id ?? 'empty')}
            page={page}
            at={at}
            rendered={renderedOf(pages, at, rendered)}
            view={view}
            asked={asked}
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

/** A page of threads, in groups: where nothing of it changed, none of its threads is looked at; nor while all of it is far from sight. */
const Page = memo(function Page({ page, at, rendered, view, asked }: PageProps) {
  const has = (discussion: Discussion, id: string | null) => id !== null && discussion.comments.some((comment) => comment.id === id);
  const isAsked = page.some((discussion) => has(discussion, asked.commentId));
  const size = at === 0 ? page.length : groupSize;
  return (
    <div className={isAsked ? undefined : styles.far} style={{ containIntrinsicSize: `auto ${page.length * 9}rem` }}>
      {Array.from({ length: rendered }, (_, group) => page.slice(group * size, (group + 1) * size)).map((group) => (
        <div
          key={at === 0 ? 'arrived' : group[0]?.id}
          className={isAsked ? undefined : styles.far}
          style={{ containIntrinsicSize: `auto ${group.length * 9}rem` }}
        >
          {group.map((discussion) => (
            <Thread
              key={discussion.id}
              discussion={discussion}
              view={view}
              highlightedId={has(discussion, asked.commentId) ? asked.commentId : null}
              replyToId={has(discussion, asked.replyToId) ? asked.replyToId : null}
            />
          ))}
        </div>
      ))}
    </div>
  );
});

/** In how many groups a page is drawn: what arrived later is one, so that nothing of it changes its group when more arrives. */
function groupsCount(page: readonly Discussion[], at: number): number {
  return at === 0 ? Math.min(page.length, 1) : Math.ceil(page.length / groupSize);
}

/** How many groups of the page at a place are drawn, where so many of all pages are. */
function renderedOf(pages: DiscussionsState['pages'], at: number, rendered: number): number {
  const before = pages.slice(0, at).reduce((sum, page, place) => sum + groupsCount(page, place), 0);
  const own = pages[at] ? groupsCount(pages[at], at) : 0;
  return Math.max(0, Math.min(own, rendered - before));
}
