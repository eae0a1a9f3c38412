import type { Quote } from './quote.ts';

/** What is reviewed. */
export type ReviewedItem = { id: string; kind: 'course' | 'book'; slug: string; title: string };

/** Every rating of an item, counted: `spread` has those of 1, 2, 3, 4 and 5 stars. */
export type RatingTotals = { count: number; sum: number; spread: number[] };

/** A review as its card shows it: a learner's, the house's choice, or the answer to a survey. */
export type ReviewFacts = {
  id: string;
  rating: number;
  quote: Quote;
  name: string;
  username: string | null;
  imageUrl: string | null;
  title: string | null;
  employer: string | null;
  /** Profiles elsewhere, whole addresses. */
  links: { label: string; href: string }[];
  isFinished: boolean;
  /** ISO 8601. */
  createdAt: string;
  answer: { name: string | null; quote: Quote; markdown: string } | null;
  /** True for a review that its item's authors may answer. */
  isAnswerable: boolean;
};

/** '4.8 / 5'; the specification fixes 5 where there are no ratings. */
export function averageOf({ count, sum }: RatingTotals): number {
  return count === 0 ? 5 : sum / count;
}

/** '1,214 ratings'; the specification fixes '1 rating' where there are none. */
export function ratingsText({ count }: RatingTotals): string {
  return count <= 1 ? '1 rating' : `${count.toLocaleString('en')} ratings`;
}

/** Ratings as the API lists them, counted. */
export function totalsOf(ratings: readonly number[]): RatingTotals {
  return {
    count: ratings.length,
    sum: ratings.reduce((sum, rating) => sum + rating, 0),
    spread: [1, 2, 3, 4, 5].map((stars) => ratings.filter((rating) => rating === stars).length),
  };
}
