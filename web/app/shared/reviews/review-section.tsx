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
  /** The users who may answer, besides administrators. */
  authorIds: readonly string[];
};

/** The reviews of an item: the rating strip, the button to rate, and the latest reviews. A sent review appears immediately. */
export function ReviewSection({ item, totals, reviews, authorIds }: Props) {
  const { viewer } = useViewer();
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
      createdAt: previous?.createdAt ?? new Date().toISOString(),
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
      <div className={styles.cards}>
        {withSaved(reviews, saved?.card ?? null).map((review) => {
          const currentReview = review.id in answers ? { ...review, answer: answers[review.id] ?? null } : review;
          return (
            <TestimonialCard key={review.id} review={currentReview}>
              {mayAnswer && review.isAnswerable && (
                <AnswerButton review={currentReview} onAnswered={(answer) => setAnswers((now) => ({ ...now, [review.id]: answer }))} />
              )}
            </TestimonialCard>
          );
        })}
      </div>
    </div>
  );
}

/** Adds the sent review to the list, or replaces it. */
function withSaved(reviews: readonly ReviewFacts[], card: ReviewFacts | null): readonly ReviewFacts[] {
  if (card === null) return reviews;
  return reviews.some(({ id }) => id === card.id) ? reviews.map((review) => (review.id === card.id ? card : review)) : [card, ...reviews];
}
