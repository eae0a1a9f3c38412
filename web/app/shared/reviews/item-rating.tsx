import { useState } from 'react';
import { RateButton } from './rate-button.tsx';
import { RatingStrip } from './rating-strip.tsx';
import type { RatingTotals, ReviewedItem } from './review-facts.ts';

/** The rating of the course or book that a lesson belongs to, in one line, with a button to rate it. */
export function ItemRating({ item, totals }: { item: ReviewedItem; totals: RatingTotals }) {
  const [currentTotals, setCurrentTotals] = useState(totals);
  return (
    <section aria-label={`Ratings of ${item.title}`}>
      <RatingStrip totals={currentTotals} isSmall>
        <RateButton item={item} onSaved={(_review, next) => setCurrentTotals(next)} />
      </RatingStrip>
    </section>
  );
}
