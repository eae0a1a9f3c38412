import { Avatar } from '@newline/ui/components/avatar';
import { Stars } from '@newline/ui/components/stars';
import type { ReactNode } from 'react';
import { LocalDate } from '../dates/local-date.tsx';
import { Link } from '../link.tsx';
import { QuoteView } from './quote-view.tsx';
import type { ReviewFacts } from './review-facts.ts';
import { WorkLine } from '../work-line.tsx';
import styles from './testimonial-card.module.css';

/** A review of an item with its author: a user's review, an editorial testimonial, or a survey response (REV-05). */
export function TestimonialCard({ review, children }: { review: ReviewFacts; children?: ReactNode }) {
  return (
    <figure className={styles.card} tabIndex={-1}>
      <Stars value={review.rating} />
      {review.quote.length > 0 && (
        <blockquote dir="auto">
          <QuoteView quote={review.quote} isSpeech />
        </blockquote>
      )}
      <figcaption>
        <Avatar name={review.name} imageUrl={review.imageUrl} />
        <span className={styles.who}>
          <span className={styles.name}>
            {review.username === null ? (
              <b dir="auto">{review.name}</b>
            ) : (
              <Link to={`/@${review.username}`} dir="auto">
                {review.name}
              </Link>
            )}
            <span className={`facts ${styles.when}`}>
              {review.isFinished && <small>finished</small>}
              <small>
                <LocalDate of={review.createdAt} look="day" />
              </small>
            </span>
          </span>
          <Position title={review.title} employer={review.employer} />
          {review.links.length > 0 && (
            <span className={styles.links}>
              {review.links.map(({ label, href }) => (
                <a key={label} className="link" href={href} rel="noopener noreferrer nofollow">
                  {label}
                  <span className="sr">
                    {' of '}
                    <bdi>{review.name}</bdi>
                  </span>
                </a>
              ))}
            </span>
          )}
        </span>
      </figcaption>
      {review.answer !== null && (
        <div className={styles.answer}>
          {review.answer.name === null ? (
            <small>The author replied</small>
          ) : (
            <small>
              <bdi>{review.answer.name}</bdi> answers
            </small>
          )}
          <div dir="auto">
            <QuoteView quote={review.answer.quote} />
          </div>
        </div>
      )}
      {children}
    </figure>
  );
}

function Position({ title, employer }: Pick<ReviewFacts, 'title' | 'employer'>) {
  if (!title && !employer) return null;
  return (
    <span className={styles.position}>
      <WorkLine title={title} employer={employer} />
    </span>
  );
}
