import { buttonClass } from '@newline/ui/components/button';
import { useEffect, useRef } from 'react';
import { MoreFailed } from '../more-failed.tsx';
import { hasFailed, type More } from '../use-more.ts';
import { AnswerButton } from './answer-button.tsx';
import type { ReviewFacts } from './review-facts.ts';
import styles from './reviews.module.css';
import { TestimonialCard } from './testimonial-card.tsx';

type Props = {
  reviews: readonly ReviewFacts[];
  /** The link to the next page, for pages without JavaScript; null at the end. */
  nextHref: string | null;
  more: More;
  /** Called with an answer to a review; null for readers who may not answer. */
  onAnswered: ((id: string, answer: ReviewFacts['answer']) => void) | null;
};

/** The cards of reviews. 'Show more reviews' adds a page and focuses its first card; without JavaScript, it's a link to that page. */
export function ReviewCards({ reviews, nextHref, more, onAnswered }: Props) {
  const cards = useRef<HTMLDivElement>(null);
  /** The number of cards when more were requested; null when none were. */
  const countBefore = useRef<number>(null);
  useEffect(() => {
    const { current } = countBefore;
    if (current === null || reviews.length <= current) return;
    countBefore.current = null;
    const card = cards.current?.children[current];
    if (card instanceof HTMLElement) card.focus();
  }, [reviews.length]);
  return (
    <>
      <div ref={cards} className={styles.cards}>
        {reviews.map((review) => (
          <TestimonialCard key={review.id} review={review}>
            {onAnswered !== null && review.isAnswerable && (
              <AnswerButton review={review} onAnswered={(answer) => onAnswered(review.id, answer)} />
            )}
          </TestimonialCard>
        ))}
      </div>
      {nextHref !== null && (
        <div className={styles.more}>
          <MoreFailed more={more} />
          {!hasFailed(more) && (
            <a
              className={buttonClass({ variant: 'line' })}
              href={nextHref}
              rel="nofollow"
              aria-busy={more.state === 'loading' || undefined}
              onClick={(event) => {
                // A page that opens in another tab is requested as usual.
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                countBefore.current = reviews.length;
                more.ask();
              }}
            >
              {more.state === 'loading' ? 'Loading...' : 'Show more reviews'}
            </a>
          )}
        </div>
      )}
    </>
  );
}
