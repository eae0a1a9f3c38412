import { buttonClass } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { type ReactNode, useCallback, useState } from 'react';
import { requestPublicDocument } from '../../shared/request-document.ts';
import { useMore } from '../../shared/use-more.ts';
import { TaggedContentDocument, type TaggedContent } from './explore-documents.ts';
import { titlesOf } from './explore-href.ts';
import { exploreList, pageSize, withMore } from './explore-page-facts.ts';
import styles from './titles.module.css';
import { LargeCard } from './large-card.tsx';
import { SmallCard } from './small-card.tsx';

type Props = {
  /** The slug of the category; null for all titles. */
  category: string | null;
  content: TaggedContent;
  /** The number of pages in `content`. */
  pages: number;
  /** The time from which 'New Release' is computed, in ms, so that server and browser agree. */
  now: number;
  /** The URL of this list with one more page, for readers without JavaScript. */
  moreHref: string;
  /** Called with the number of shown pages, to update the URL. */
  onPages?: (pages: number) => void;
  /** Another link at the end of the list. */
  end?: ReactNode;
};

/** The titles of one category: the newest course large, the others in two columns, and View More (EXPL-03, EXPL-04). */
export function Titles({ category, content, pages, now, moreHref, onPages, end }: Props) {
  const [loaded, setLoaded] = useState(() => ({ content, pages, list: exploreList(content, now, pages) }));
  const { large, small, shown, total, hasMore } = loaded.list;

  const load = useCallback(async () => {
    const offset = loaded.pages * pageSize;
    const next = loaded.list.isAllLoaded
      ? null
      : await requestPublicDocument(TaggedContentDocument, { tagName: category, first: pageSize, offset });
    const all = next === null ? loaded.content : withMore(loaded.content, next);
    const count = loaded.pages + 1;
    setLoaded({ content: all, pages: count, list: exploreList(all, now, count, loaded.list) });
    onPages?.(count);
  }, [category, loaded, now, onPages]);
  const more = useMore('More titles', load, { list: titlesOf(category), count: loaded.pages, hasMore });
  const isLoading = more.state === 'loading' || more.state === 'again';

  if (total === 0)
    return (
      <EmptyState level={3} title="Nothing here yet">
        There are no titles in this category yet. Choose All to see other titles.
      </EmptyState>
    );
  return (
    <>
      <div className={styles.titles} aria-busy={isLoading || undefined}>
        {large && <LargeCard card={large} />}
        <div className={styles.columns}>
          {small.map((card) => (
            <SmallCard key={card.id} card={card} />
          ))}
        </div>
      </div>
      <div className={styles.after}>
        {hasMore && (
          <a
            className={buttonClass({ variant: 'line' })}
            href={moreHref}
            role="button"
            aria-busy={isLoading || undefined}
            onClick={(event) => {
              event.preventDefault();
              // The button that failed also retries.
              if (more.state === 'failed') more.retry();
              else more.ask();
            }}
          >
            {isLoading ? 'Loading...' : 'View More'}
          </a>
        )}
        <span className="meta" role="alert">
          {more.state === 'failed' ? 'We couldn’t load more titles.' : ''}
        </span>
        <span className="meta num" role="status">
          {shown.toLocaleString('en')} of {total.toLocaleString('en')} shown
        </span>
        {end}
      </div>
    </>
  );
}
