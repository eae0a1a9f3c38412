import { useState } from 'react';
import { RateButton } from './rate-button.tsx';
import { RatingStrip } from './rating-strip.tsx';
import type { RatingTotals, ReviewedItem } from './review-facts.ts';

/** What readers say of the course or book around a lesson, in one line, with the way to rate it. */
export function ItemRating({ item, totals }: { item: ReviewedItem; totals: RatingTotals }) {
  const [now, setNow] = useState(totals);
  return (
    <section aria-label={`Ratings of ${item.title}`}>
      <RatingStrip totals={now} isSmall>
        <RateButton item={item} onSaved={(_review, next) => setNow(next)} />
      </RatingStrip>
    </section>
  );
}
