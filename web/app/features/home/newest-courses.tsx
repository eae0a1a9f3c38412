import { Icon } from '@newline/ui/components/icon';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import type { CardFacts } from '../../shared/catalogue/card-facts.ts';
import { ItemCard } from '../../shared/catalogue/item-card.tsx';
import styles from './sections.module.css';

/** The newest course large, the next four beside it. */
export function NewestCourses({ number, courses }: { number: number; courses: readonly CardFacts[] }) {
  const [first, ...rest] = courses;
  if (!first) return null;
  return (
    <section className="wrap" aria-labelledby="newest-courses">
      <div className="line" style={{ paddingTop: 0 }}>
        <span className="no" aria-hidden="true">
          {number}
        </span>
        <div className="line__head">
          <h2 id="newest-courses">New courses</h2>
          <Link className="more" to="/courses">
            All courses <Icon of={ArrowRight} />
          </Link>
        </div>
        <div className={styles.explore}>
          <ItemCard card={first} isBig isEarly hasSummary />
          <div className={styles.rest}>
            {rest.slice(0, 4).map((card) => (
              <ItemCard key={card.id} card={card} isInRow />
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}
