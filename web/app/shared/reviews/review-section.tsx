import { useState } from 'react';
import { useViewer } from '../viewer.tsx';
import { AnswerButton } from './answer-button.tsx';
import { plainQuote } from './quote.ts';
import { RateButton } from './rate-button.tsx';
import { RatingStrip } from './rating-strip.tsx';
import type { OwnReview } from './review-documents.ts';
import type { RatingTotals, ReviewedItem, ReviewFacts } from './review-facts.ts';
import styles from './reviews.module.css';
import { TestimonialCard } from './testimonial-card.tsx';

type Props = {
  item: ReviewedItem;
  totals: RatingTotals;
  reviews: readonly ReviewFacts[];
  /** Who may answer, beside staff. */
  authorIds: readonly string[];
};

/** What readers say of an item: the strip, the way to rate it, and the latest reviews. What is sent shows at once. */
export function ReviewSection({ item, totals, reviews, authorIds }: Props) {
  const { viewer } = useViewer();
  const [kept, setSaved] = useState<{ card: ReviewFacts; totals: RatingTotals } | null>(null);
  const [answers, setAnswers] = useState<Readonly<Record<string, ReviewFacts['answer']>>>({});
  const mayAnswer = viewer !== null && (viewer.isAdmin || authorIds.includes(viewer.id));
  const keep = (review: OwnReview, next: RatingTotals) => {
    const before = reviews.find(({ id }) => id === review.id);
    const card: ReviewFacts = {
      ...(before ?? { username: viewer?.username ?? null, title: null, employer: null, links: [], isFinished: false, answer: null }),
      id: review.id,
      rating: review.rating,
      quote: plainQuote(review.quoteMd),
      name: before?.name ?? viewer?.displayName ?? '',
      imageUrl: before?.imageUrl ?? viewer?.profileImageUrl ?? null,
      createdAt: before?.createdAt ?? new Date().toISOString(),
      isAnswerable: true,
    };
    setSaved({ card, totals: next });
    // The card is there at once; its Markdown is rendered as soon as the reader of it has loaded.
    import('./read-quote.ts')
      .then(({ readQuote }) => {
        const quote = readQuote(review.quoteMd);
        setSaved((now) => (now?.card === card ? { ...now, card: { ...card, quote } } : now));
      })
      .catch((error: unknown) => console.error('We couldn’t render the review.', error));
  };
  return (
    <div>
      <RatingStrip totals={kept?.totals ?? totals}>
        <RateButton item={item} onSaved={keep} />
      </RatingStrip>
      <div className={styles.cards}>
        {withSaved(reviews, kept?.card ?? null).map((review) => {
          const shown = review.id in answers ? { ...review, answer: answers[review.id] ?? null } : review;
          return (
            <TestimonialCard key={review.id} review={shown}>
              {mayAnswer && review.isAnswerable && (
                <AnswerButton review={shown} onAnswered={(answer) => setAnswers((now) => ({ ...now, [review.id]: answer }))} />
              )}
            </TestimonialCard>
          );
        })}
      </div>
    </div>
  );
}

/** The list with what was just sent: in its place, or as the newest. */
function withSaved(reviews: readonly ReviewFacts[], card: ReviewFacts | null): readonly ReviewFacts[] {
  if (card === null) return reviews;
  return reviews.some(({ id }) => id === card.id) ? reviews.map((review) => (review.id === card.id ? card : review)) : [card, ...reviews];
}
