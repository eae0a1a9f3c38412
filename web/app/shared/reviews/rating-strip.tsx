import type { ReactNode } from 'react';
import { averageOf, type RatingTotals, ratingsText } from './review-facts.ts';
import styles from './reviews.module.css';

/** The average to one decimal, the distribution, and the number of ratings; without any: 5, from '1 rating' (REV-01). */
export function RatingStrip({ totals, children, isSmall = false }: { totals: RatingTotals; children?: ReactNode; isSmall?: boolean }) {
  return (
    <div className={isSmall ? `${styles.stats} ${styles.small}` : styles.stats}>
      <span className={styles.figure}>
        {averageOf(totals).toFixed(1)} <small>/ 5</small>
      </span>
      {isSmall ? null : <Bars totals={totals} />}
      <div className={styles.side}>
        <span className="meta num">{ratingsText(totals)}</span>
        {children}
      </div>
    </div>
  );
}

function Bars({ totals: { count, spread } }: { totals: RatingTotals }) {
  return (
    <div className={styles.bars} aria-hidden="true">
      {[5, 4, 3, 2, 1].map((stars) => {
        const percentage = count === 0 ? (stars === 5 ? 100 : 0) : Math.round(((spread[stars - 1] ?? 0) / count) * 100);
        return (
          <div key={stars}>
            {stars}
            <span className={styles.bar}>
              <i style={{ width: `${percentage}%` }} />
            </span>
            {percentage}%
          </div>
        );
      })}
    </div>
  );
}
