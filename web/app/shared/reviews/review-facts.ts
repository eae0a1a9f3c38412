import type { Quote } from './quote.ts';

/** The course or book that is reviewed. */
export type ReviewedItem = { id: string; kind: 'course' | 'book'; slug: string; title: string };

/** The ratings of an item: `spread` has the number of ratings with 1, 2, 3, 4 and 5 stars. */
export type RatingTotals = { count: number; sum: number; spread: number[] };

/** A review as its card shows it: a learner's review, an editorial testimonial, or a survey response. */
export type ReviewFacts = {
  id: string;
  rating: number;
  quote: Quote;
  name: string;
  username: string | null;
  imageUrl: string | null;
  title: string | null;
  employer: string | null;
  /** Profiles on other sites, as full URLs. */
  links: { label: string; href: string }[];
  isFinished: boolean;
  /** ISO 8601. */
  createdAt: string;
  answer: { name: string | null; quote: Quote; markdown: string } | null;
  /** True for a review that authors of the item may answer. */
  isAnswerable: boolean;
};

/** Formats the average: '4.8 / 5'; the specification requires 5 when there are no ratings. */
export function averageOf({ count, sum }: RatingTotals): number {
  return count === 0 ? 5 : sum / count;
}

/** Formats the number of ratings: '1,214 ratings'; the specification requires '1 rating' when there are none. */
export function ratingsText({ count }: RatingTotals): string {
  return count <= 1 ? '1 rating' : `${count.toLocaleString('en')} ratings`;
}

/** Counts the ratings that the API lists. */
export function totalsOf(ratings: readonly number[]): RatingTotals {
  return {
    count: ratings.length,
    sum: ratings.reduce((sum, rating) => sum + rating, 0),
    spread: [1, 2, 3, 4, 5].map((stars) => ratings.filter((rating) => rating === stars).length),
  };
}
