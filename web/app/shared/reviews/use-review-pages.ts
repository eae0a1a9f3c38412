import { useCallback, useState } from 'react';
import { type More, useMore } from '../use-more.ts';
import type { ReviewedItem, ReviewFacts } from './review-facts.ts';
import type { ReviewList, ReviewPage } from './review-list.ts';

type ReviewPages = {
  /** The reviews of all loaded pages. */
  reviews: readonly ReviewFacts[];
  /** The ID of the last one when there are more. */
  next: string | null;
  more: More;
};

/** The reviews of an item's page, and those that were loaded after it with 'Show more'. */
export function useReviewPages({ id, kind }: Pick<ReviewedItem, 'id' | 'kind'>, list: ReviewList): ReviewPages {
  const [loaded, setLoaded] = useState<{ list: ReviewList; pages: readonly ReviewPage[] }>({ list, pages: [] });
  const pages = loaded.list === list ? loaded.pages : [];
  const next = (pages.at(-1) ?? list).next;
  const { sort } = list;
  const load = useCallback(async () => {
    if (next === null) return;
    const { fetchReviews } = await import('./fetch-reviews.ts');
    const page = await fetchReviews({ id, kind }, sort, next);
    setLoaded((now) => ({ list, pages: [...(now.list === list ? now.pages : []), page] }));
  }, [id, kind, sort, next, list]);
  const more = useMore('More reviews', load, null);
  return { reviews: [...list.reviews, ...pages.flatMap(({ reviews }) => reviews)], next, more };
}
