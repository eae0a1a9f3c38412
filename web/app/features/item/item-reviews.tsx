import { ReviewSection } from '../../shared/reviews/review-section.tsx';
import type { ItemFacts } from './item-facts.ts';

/** What readers say of the item; nothing while it is only announced. */
export function ItemReviews({ item, number }: { item: ItemFacts; number: number }) {
  if (item.isComingSoon) return null;
  return (
    <section className="wrap" aria-labelledby="reviews">
      <div className="line" style={{ paddingTop: 0 }}>
        <span className="no" aria-hidden="true">
          {number}
        </span>
        <div className="line__head">
          <h2 id="reviews">Reviews</h2>
        </div>
        <ReviewSection
          key={item.id}
          item={{ id: item.id, kind: item.kind, slug: item.slug, title: item.title }}
          totals={item.ratings}
          reviews={item.reviews}
          authorIds={item.authors.map(({ id }) => id)}
        />
      </div>
    </section>
  );
}
