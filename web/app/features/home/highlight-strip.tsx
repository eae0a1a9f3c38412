import { Line } from '@newline/ui/components/line';
import { Link } from '../../shared/link.tsx';
import { Cover } from '../../shared/catalog/cover.tsx';
import type { HomeContent } from '../../shared/page-content/standard-home.ts';
import type { Highlight } from './home-facts.ts';
import styles from './home.module.css';
import { LocalDate } from '../../shared/dates/local-date.tsx';

type Props = { number: number; content: HomeContent['HIGHLIGHTS']; items: readonly Highlight[] };

/** A shelf with the five newest titles: books and courses in their own shapes, on one line (HOME-02). */
export function HighlightStrip({ number, content, items }: Props) {
  if (items.length === 0) return null;
  const { heading, note } = content;
  return (
    <section className="wrap" aria-labelledby="highlights">
      <Line
        number={number}
        variant="next"
        head={
          <>
            <h2 id="highlights">{heading}</h2>
            <span className="meta">{note}</span>
          </>
        }
      >
        <ol className={styles.shelf} style={{ ['--columns' as string]: columnsOf(items) }}>
          {items.map(({ id, kind, title, permalink, topic, posterImageUrl, label, publishedAt }) => (
            <li key={id}>
              <Link to={permalink}>
                <Cover title={title} kind={kind} topic={topic} imageUrl={posterImageUrl} />
                <span className={styles.caption}>
                  <b dir="auto">{title}</b>
                  <span className="meta facts">
                    <LocalDate of={publishedAt} look="dayOfYear" />
                    <span>{label}</span>
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ol>
      </Line>
    </section>
  );
}

/** Returns the column widths: a course is wide, a book is narrow. */
function columnsOf(items: readonly Highlight[]): string {
  return items.map(({ kind }) => (kind === 'book' ? 'minmax(0, .9fr)' : 'minmax(0, 1.32fr)')).join(' ');
}
