import { Line } from '@newline/ui/components/line';
import { ReviewSection } from '../../shared/reviews/review-section.tsx';
import type { ItemFacts } from './item-facts.ts';

/** The reviews of the item; nothing while it's only announced. */
export function ItemReviews({ item, number }: { item: ItemFacts; number: number }) {
  if (item.isComingSoon) return null;
  return (
    <section className="wrap" aria-labelledby="reviews">
      <Line number={number} variant="next" head={<h2 id="reviews">Reviews</h2>}>
        <ReviewSection
          key={item.id}
          item={{ id: item.id, kind: item.kind, slug: item.slug, title: item.title }}
          totals={item.ratings}
          list={item.reviews}
          path={item.permalink}
          authorIds={item.authors.map(({ id }) => id)}
        />
      </Line>
    </section>
  );
}
