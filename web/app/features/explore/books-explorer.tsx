import { Line } from '@newline/ui/components/line';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { StarLine } from '@newline/ui/components/stars';
import { Tabs } from '@newline/ui/components/tabs';
import { useState } from 'react';
import { Link } from '../../shared/link.tsx';
import type { CardFacts } from '../../shared/catalog/card-facts.ts';
import { Cover } from '../../shared/catalog/cover.tsx';
import styles from './explore.module.css';
import titles from './titles.module.css';

/** A book in the explorer: its card, and the total duration of its videos (null without any). */
export type ShelfBook = CardFacts & { duration: string | null };

/** A tab of the books explorer with at most nine books. */
export type ShelfTab = { value: 'recent' | 'popular' | 'rated' | 'coming'; label: string; books: ShelfBook[] };

type Props = { tabs: readonly ShelfTab[]; total: number; number: number; title?: string };

/** Books by date, popularity and rating, and announced ones (BOOK-01). Without JavaScript, it shows the newest and a link to all. */
export function BooksExplorer({ tabs, total, number, title = 'Books' }: Props) {
  const [chosen, setChosen] = useState<ShelfTab['value']>('recent');
  const books = tabs.find(({ value }) => value === chosen)?.books ?? [];
  if (tabs.every((tab) => tab.books.length === 0)) return null;
  return (
    <section className="wrap" aria-labelledby="books-explorer">
      <Line number={number} variant="next" head={<h2 id="books-explorer">{title}</h2>}>
        <Tabs label="Sort books" tabs={tabs} value={chosen} onChange={setChosen}>
          <div className={styles.nine}>
            {books.map((book) => (
              <Book key={book.id} book={book} />
            ))}
            <Link className={styles.rest} to="/books">
              <span>
                View All Books
                <span className="meta num"> {total}</span>
              </span>
              <ReturnMark />
            </Link>
          </div>
        </Tabs>
      </Line>
    </section>
  );
}

function Book({ book }: { book: ShelfBook }) {
  return (
    <Link className={styles.book} to={book.permalink} prefetch="intent">
      <Cover title={book.title} kind="book" topic={book.topic} imageUrl={book.posterImageUrl} />
      <span className={titles.words}>
        <span className="meta facts">
          <span>{book.label}</span>
          {book.duration && <span>{book.duration}</span>}
        </span>
        <b className={`${titles.title} ${styles.name}`} dir="auto">
          {book.title}
        </b>
        <span className="meta">
          <bdi>{book.authors.join(', ')}</bdi>
        </span>
        {book.rating && (
          <StarLine>
            {book.rating} <span className="meta">({book.ratingCount.toLocaleString('en')})</span>
          </StarLine>
        )}
        <span className={styles.view}>view the book →</span>
      </span>
    </Link>
  );
}
