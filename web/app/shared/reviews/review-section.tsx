import { useState } from 'react';
import { Link } from '../link.tsx';
import { useViewer } from '../viewer.tsx';
import { plainQuote } from './quote.ts';
import { RateButton } from './rate-button.tsx';
import { RatingStrip } from './rating-strip.tsx';
import type { OwnReview } from './review-documents.ts';
import { ReviewCards } from './review-cards.tsx';
import type { RatingTotals, ReviewedItem, ReviewFacts } from './review-facts.ts';
import { type ReviewList, reviewsHref } from './review-list.ts';
import { ReviewSortLinks } from './review-sort-links.tsx';
import styles from './reviews.module.css';
import { useReviewPages } from './use-review-pages.ts';

type Props = {
  item: ReviewedItem;
  totals: RatingTotals;
  list: ReviewList;
  /** The path of the item's page. */
  path: string;
  /** The users who may answer, besides administrators. */
  authorIds: readonly string[];
};

/** The reviews of an item: the rating strip, the button to rate, the orders, and the reviews. A sent review appears immediately. */
export function ReviewSection({ item, totals, list, path, authorIds }: Props) {
  const { viewer } = useViewer();
  const { reviews, next, more } = useReviewPages(item, list);
  const [saved, setSaved] = useState<{ card: ReviewFacts; totals: RatingTotals } | null>(null);
  const [answers, setAnswers] = useState<Readonly<Record<string, ReviewFacts['answer']>>>({});
  const mayAnswer = viewer !== null && (viewer.isAdmin || authorIds.includes(viewer.id));
  const keep = (review: OwnReview, next: RatingTotals) => {
    const previous = reviews.find(({ id }) => id === review.id);
    const card: ReviewFacts = {
      ...(previous ?? { username: viewer?.username ?? null, title: null, employer: null, links: [], isFinished: false, answer: null }),
      id: review.id,
      rating: review.rating,
      quote: plainQuote(review.quoteMd),
      name: previous?.name ?? viewer?.displayName ?? '',
      imageUrl: previous?.imageUrl ?? viewer?.profileImageUrl ?? null,
      createdAt: review.createdAt,
      isAnswerable: true,
    };
    setSaved({ card, totals: next });
    // The card appears immediately; its Markdown is rendered once the parser has loaded.
    import('./read-quote.ts')
      .then(({ readQuote }) => {
        const quote = readQuote(review.quoteMd);
        setSaved((current) => (current?.card === card ? { ...current, card: { ...card, quote } } : current));
      })
      .catch((error: unknown) => console.error('We couldn’t render the review.', error));
  };
  return (
    <div>
      <RatingStrip totals={saved?.totals ?? totals}>
        <RateButton item={item} onSaved={keep} />
      </RatingStrip>
      {(list.next !== null || !list.isFromStart || list.reviews.length > 2) && <ReviewSortLinks path={path} sort={list.sort} />}
      {!list.isFromStart && (
        <p className={styles.start}>
          <Link className="link" to={reviewsHref(path, list.sort)} preventScrollReset>
            Go to the first reviews
          </Link>
        </p>
      )}
      <ReviewCards
        reviews={withSaved(reviews, saved?.card ?? null).map((review) =>
          review.id in answers ? { ...review, answer: answers[review.id] ?? null } : review,
        )}
        nextHref={next === null ? null : reviewsHref(path, list.sort, next)}
        more={more}
        onAnswered={mayAnswer ? (id, answer) => setAnswers((now) => ({ ...now, [id]: answer })) : null}
      />
    </div>
  );
}

/** Adds the sent review to the list, or replaces it. */
function withSaved(reviews: readonly ReviewFacts[], card: ReviewFacts | null): readonly ReviewFacts[] {
  if (card === null) return reviews;
  return reviews.some(({ id }) => id === card.id) ? reviews.map((review) => (review.id === card.id ? card : review)) : [card, ...reviews];
}
