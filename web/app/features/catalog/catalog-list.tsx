import { searchLimits } from '@newline/api/rules/limits/search';
import { Line } from '@newline/ui/components/line';
import { Button, buttonClass } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { inputClass } from '@newline/ui/components/field';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { Form } from 'react-router';
import { Link } from '../../shared/link.tsx';
import type { CardFacts } from '../../shared/catalog/card-facts.ts';
import { ItemCard } from '../../shared/catalog/item-card.tsx';
import styles from './catalog-list.module.css';

type Props = {
  kind: 'course' | 'book';
  title: string;
  lead: string;
  /** The path of this list. */
  path: string;
  cards: readonly CardFacts[];
  /** The search text; null for the whole list. */
  query: string | null;
  page: number;
  hasNextPage: boolean;
};

/** A list of courses or books: a search by title, covers, announced items at the end. Works without JavaScript. */
export function CatalogList({ kind, title, lead, path, cards, query, page, hasNextPage }: Props) {
  const out = cards.filter((card) => !card.isComingSoon);
  const coming = cards.filter((card) => card.isComingSoon);
  const addressOf = (other: number) => {
    const search = new URLSearchParams({ ...(query !== null && { q: query }), ...(other > 1 && { page: String(other) }) });
    return search.size === 0 ? path : `${path}?${search.toString()}`;
  };
  return (
    <div className="wrap">
      <Line number={1} variant="first">
        <div>
          <div className={styles.top}>
            <h1>{title}</h1>
            <p className="lead">{lead}</p>
          </div>
          <Form className={styles.find} action={path} role="search">
            <label className="sr" htmlFor="find-title">
              Search courses and books
            </label>
            <input
              dir="auto"
              key={query}
              className={inputClass}
              id="find-title"
              type="search"
              name="q"
              defaultValue={query ?? ''}
              placeholder="Search courses and books"
              required
              maxLength={searchLimits.titleWords}
            />
            <Button type="submit" variant="line">
              Search <ReturnMark />
            </Button>
            {query !== null && (
              <Link className="link" to={path}>
                Show all
              </Link>
            )}
          </Form>
          {cards.length === 0 && query === null && <EmptyState title="Nothing here yet">New titles will appear here.</EmptyState>}
          {cards.length === 0 && query !== null && (
            <EmptyState
              title="No results found"
              action={
                <Link className={buttonClass({ variant: 'line' })} to={path}>
                  Show all
                </Link>
              }
            >
              No titles contain “{query}”. Try fewer words.
            </EmptyState>
          )}
          <Group kind={kind} title={query === null ? null : `Titles with “${query}”`} cards={out} isFirst />
          <Group kind={kind} title="Coming Soon" cards={coming} />
          {(page > 1 || hasNextPage) && (
            <nav className={styles.pages} aria-label="Pages">
              {page > 1 && (
                <Link className="link" to={addressOf(page - 1)} rel="prev">
                  Newer
                </Link>
              )}
              {hasNextPage && (
                <Link className="link" to={addressOf(page + 1)} rel="next">
                  Older
                </Link>
              )}
            </nav>
          )}
        </div>
      </Line>
    </div>
  );
}

type GroupProps = { kind: 'course' | 'book'; title: string | null; cards: readonly CardFacts[]; isFirst?: boolean };

function Group({ kind, title, cards, isFirst = false }: GroupProps) {
  if (cards.length === 0) return null;
  const isMixed = cards.some((card) => card.kind !== kind);
  return (
    <section className={styles.group} aria-label={title ?? 'All titles'}>
      {title && <h2>{title}</h2>}
      <div className={`${styles.grid} ${isMixed ? styles.course : styles[kind]}`}>
        {cards.map((card, at) => (
          <ItemCard key={card.id} card={card} isEarly={isFirst && at < 3} isInRow={isMixed} hasSummary={kind === 'course'} />
        ))}
      </div>
    </section>
  );
}
