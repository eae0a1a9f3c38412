import { Badge } from '@newline/ui/components/badge';
import { StarLine } from '@newline/ui/components/stars';
import { Link } from '../link.tsx';
import type { CardFacts } from './card-facts.ts';
import { Cover } from './cover.tsx';
import styles from './item-card.module.css';

type Props = {
  card: CardFacts;
  /** The large one of a section. */
  isBig?: boolean;
  isEarly?: boolean;
  /** True where covers of both shapes stand in rows: a book is then cut off in a 16:9 place. */
  isInRow?: boolean;
  hasSummary?: boolean;
};

/** A course or a book: a cover and words, all of it one link. */
export function ItemCard({ card, isBig = false, isEarly = false, isInRow = false, hasSummary = false }: Props) {
  return (
    <Link className={isBig ? `${styles.card} ${styles.big}` : styles.card} to={card.permalink} prefetch="intent">
      <Cover title={card.title} kind={card.kind} topic={card.topic} imageUrl={card.posterImageUrl} isEarly={isEarly} stands={isInRow} />
      <span className={styles.words}>
        <span className={`meta ${styles.facts}`}>
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
          {card.price && <span>{card.price}</span>}
        </span>
        <b className={styles.title} dir="auto">
          {card.title}
        </b>
        {hasSummary && card.summary && <span className={styles.summary}>{card.summary}</span>}
        <span className="meta">{card.authors.join(', ')}</span>
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
