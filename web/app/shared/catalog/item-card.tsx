import { Badge } from '@newline/ui/components/badge';
import { StarLine } from '@newline/ui/components/stars';
import { Link } from '../link.tsx';
import { PriceLabel } from '../prices/price-label.tsx';
import type { CardFacts } from './card-facts.ts';
import { Cover } from './cover.tsx';
import styles from './item-card.module.css';

type Props = {
  card: CardFacts;
  /** True for the large card of a section. */
  isBig?: boolean;
  isEarly?: boolean;
  /** True in rows that mix both shapes of covers: book covers are cropped to 16:9. */
  isInRow?: boolean;
  hasSummary?: boolean;
};

/** The card of a course or book: a cover and text, all of it one link. */
export function ItemCard({ card, isBig = false, isEarly = false, isInRow = false, hasSummary = false }: Props) {
  return (
    <Link className={isBig ? `${styles.card} ${styles.big}` : styles.card} to={card.permalink} prefetch="intent">
      <Cover title={card.title} kind={card.kind} topic={card.topic} imageUrl={card.posterImageUrl} isEarly={isEarly} stands={isInRow} />
      <span className={styles.words}>
        <span className="meta facts">
          {card.isNewRelease && (
            <span>
              <Badge look="new">New Release</Badge>
            </span>
          )}
          {card.isComingSoon && (
            <span>
              <Badge look="new">Coming Soon</Badge>
            </span>
          )}
          <span>{card.label}</span>
          <PriceLabel price={card.price} prices={card.prices} />
        </span>
        <b className={styles.title} dir="auto">
          {card.title}
        </b>
        {hasSummary && card.summary && (
          <span className={styles.summary} dir="auto">
            {card.summary}
          </span>
        )}
        <span className="meta">
          <bdi>{card.authors.join(', ')}</bdi>
        </span>
        {!card.isComingSoon && (
          <StarLine>
            {card.rating ? (
              <>
                {card.rating} <span className="meta">({card.ratingCount.toLocaleString('en')})</span>
              </>
            ) : (
              '(not rated yet)'
            )}
          </StarLine>
        )}
      </span>
    </Link>
  );
}
