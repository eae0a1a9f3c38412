import type { ReviewFacts, ReviewedItem } from './review-facts.ts';

/** The orders of an item's reviews; `name` is the value of the URL's `reviews`. The first one is the default. */
export const reviewSorts = [
  { sort: 'NEWEST', name: 'newest', label: 'Newest' },
  { sort: 'HIGHEST', name: 'highest', label: 'Highest rated' },
  { sort: 'LOWEST', name: 'lowest', label: 'Lowest rated' },
] as const;

export type ReviewSort = (typeof reviewSorts)[number]['sort'];

/** The number of reviews on a page; more are loaded on request. */
export const reviewsOfPage = 12;

/** A page of reviews. `next` is the ID of the last one when there are more. */
export type ReviewPage = { reviews: ReviewFacts[]; next: string | null };

/** The reviews that an item's page shows, in the chosen order. */
export type ReviewList = ReviewPage & { sort: ReviewSort; isFromStart: boolean };

/** Returns the order that the URL asks for; the newest first without a known one. */
export function reviewSortOf(parameters: URLSearchParams): ReviewSort {
  const requested = parameters.get('reviews');
  return (reviewSorts.find(({ name }) => name === requested) ?? reviewSorts[0]).sort;
}

/** Returns the URL of an item's reviews in an order, or of those after `before`. */
export function reviewsHref(path: string, sort: ReviewSort, before: string | null = null): string {
  const name = reviewSorts.find((one) => one.sort === sort)?.name ?? 'newest';
  const parameters = new URLSearchParams({
    ...((before !== null || sort !== 'NEWEST') && { reviews: name }),
    ...(before !== null && { before }),
  });
  return `${path}${parameters.size > 0 ? `?${parameters}` : ''}#reviews`;
}

/** Returns the variables of the query for a page of reviews, with one more than it shows. */
export function reviewVariables({ id, kind }: Pick<ReviewedItem, 'id' | 'kind'>, sort: ReviewSort, before: string | null) {
  return { courseId: kind === 'course' ? id : null, bookId: kind === 'book' ? id : null, sort, before, atMost: reviewsOfPage + 1 };
}
