import { Badge } from '@newline/ui/components/badge';
import { StarLine } from '@newline/ui/components/stars';
import { Cover } from '../../shared/catalog/cover.tsx';
import { PriceLabel } from '../../shared/prices/price-label.tsx';
import type { ExploreCard } from './explore-page-facts.ts';
import styles from './titles.module.css';

const kinds = { course: 'Course', book: 'Book', article: 'Article' };

/** A title with an image of 295 × 165 and a short text. It opens in a new tab, so that the list keeps its position (EXPL-03). */
export function SmallCard({ card }: { card: ExploreCard }) {
  return (
    <a className={styles.small} href={card.permalink} target="_blank" rel="noopener" data-kind={card.kind}>
      <Cover
        title={card.title}
        kind={card.kind === 'book' ? 'book' : 'course'}
        topic={card.topic}
        imageUrl={card.imageUrl}
        size={{ width: 295, height: 165 }}
        stands
      />
      <span className={styles.words}>
        <Labels card={card} />
        <b className={styles.title} dir="auto">
          {card.title}
        </b>
        <span className={styles.about} dir="auto">
          {card.description}
        </span>
        {card.kind !== 'article' && <Rating card={card} />}
        <span className="sr"> (opens in a new tab)</span>
      </span>
    </a>
  );
}

/** The kind, the technology, and the label of EXPL-05. */
export function Labels({ card }: { card: ExploreCard }) {
  return (
    <span className="meta facts">
      {card.isNewRelease && (
        <span className={styles.fresh}>
          <Badge look="new">New Release</Badge>
        </span>
      )}
      <span>{kinds[card.kind]}</span>
      {card.technology && <span>{card.technology}</span>}
      {card.price === null && <span>{card.label}</span>}
      <PriceLabel price={card.price} prices={card.prices} />
    </span>
  );
}

/** 'x.x / 5.0' and the number of ratings, or a note that there are none. */
export function Rating({ card }: { card: ExploreCard }) {
  return (
    <StarLine>
      {card.rating ? (
        <>
          {card.rating} <span className="meta">({card.ratingCount.toLocaleString('en')})</span>
        </>
      ) : (
        '(not rated yet)'
      )}
    </StarLine>
  );
}
