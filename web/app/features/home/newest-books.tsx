import { Icon } from '@newline/ui/components/icon';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import type { CardFacts } from '../../shared/catalogue/card-facts.ts';
import { ItemCard } from '../../shared/catalogue/item-card.tsx';
import styles from './sections.module.css';

/** The shelf: the five newest books in their own shape. */
export function NewestBooks({ number, books }: { number: number; books: readonly CardFacts[] }) {
  if (books.length === 0) return null;
  return (
    <section className="wrap" aria-labelledby="newest-books">
      <div className="line line--band">
        <span className="no" aria-hidden="true">
          {number}
        </span>
        <div className="line__head">
          <h2 id="newest-books">On the shelf</h2>
          <Link className="more" to="/books">
            View All Books <Icon of={ArrowRight} />
          </Link>
        </div>
        <div className={styles.shelf}>
          {books.slice(0, 5).map((card) => (
            <ItemCard key={card.id} card={card} />
          ))}
        </div>
      </div>
    </section>
  );
}
