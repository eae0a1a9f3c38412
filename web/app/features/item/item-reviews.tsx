import { Avatar } from '@newline/ui/components/avatar';
import { Stars } from '@newline/ui/components/stars';
import { Link } from 'react-router';
import type { ItemFacts, ReviewFacts } from './item-facts.ts';
import styles from './item-page.module.css';

/** What readers say: the average, how the ratings are spread, and the latest words. */
export function ItemReviews({ item, number }: { item: ItemFacts; number: number }) {
  if (item.isComingSoon) return null;
  // Without ratings the strip shows what the specification fixes: 5, from '1 rating'.
  const average = item.ratingAverage ?? 5;
  const total = Math.max(item.ratingCount, 1);
  return (
    <section className="wrap" aria-labelledby="reviews">
      <div className="line" style={{ paddingTop: 0 }}>
        <span className="no" aria-hidden="true">
          {number}
        </span>
        <div className="line__head">
          <h2 id="reviews">Reviews</h2>
        </div>
        <div>
          <div className={styles.stats}>
            <span className={styles.figure}>
              {average.toFixed(1)} <small>/ 5</small>
            </span>
            <div className={styles.bars} aria-hidden="true">
              {[5, 4, 3, 2, 1].map((stars) => {
                const share = item.ratingCount === 0 ? (stars === 5 ? 100 : 0) : Math.round(((item.ratings[stars - 1] ?? 0) / total) * 100);
                return (
                  <div key={stars}>
                    {stars}
                    <span className={styles.bar}>
                      <i style={{ width: `${share}%` }} />
                    </span>
                    {share}%
                  </div>
                );
              })}
            </div>
            <span className="meta num">{total === 1 ? '1 rating' : `${total.toLocaleString('en')} ratings`}</span>
          </div>
          <div className={styles.reviews}>
            {item.reviews.map((review) => (
              <Review key={review.id} review={review} />
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}

function Review({ review }: { review: ReviewFacts }) {
  const by = (
    <>
      <Avatar name={review.name} imageUrl={review.imageUrl} />
      <span>
        <b>{review.name}</b>
        <small>{[review.title, review.employer].filter(Boolean).join(' at ')}</small>
      </span>
    </>
  );
  return (
    <figure>
      <Stars value={review.rating} />
      <blockquote>“{review.text}”</blockquote>
      <figcaption>
        {review.username ? (
          <Link className={styles.by} to={`/@${review.username}`}>
            {by}
          </Link>
        ) : (
          <span className={styles.by}>{by}</span>
        )}
      </figcaption>
    </figure>
  );
}
