import { requestDocument } from '../request-document.ts';
import { reviewPageOf } from './read-reviews.ts';
import type { ReviewedItem } from './review-facts.ts';
import { type ReviewPage, type ReviewSort, reviewVariables } from './review-list.ts';
import { ReviewsDocument } from './review-nodes.ts';

/** Loads the next page of an item's reviews. It imports the Markdown parser, so the page loads this file when it's needed. */
export async function fetchReviews(item: Pick<ReviewedItem, 'id' | 'kind'>, sort: ReviewSort, before: string): Promise<ReviewPage> {
  const { reviews } = await requestDocument(ReviewsDocument, reviewVariables(item, sort, before));
  return reviewPageOf(reviews.nodes);
}
