import { Line } from '@newline/ui/components/line';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { site } from '@newline/api/rules/site/site';
import { Link } from '../../shared/link.tsx';
import { ApplyLink } from './author-quotes.tsx';
import type { HomeContent } from '../../shared/page-content/standard-home.ts';
import styles from './home.module.css';

type Props = { number: number; content: HomeContent['WAYS']; authors: HomeContent['AUTHORS']; hasPlan: boolean; takesAuthors: boolean };

/** Links to the plans and for future authors (HOME-07). Empty if there are no plans, and nowhere to apply. */
export function Ways({ number, content, authors, hasPlan, takesAuthors }: Props) {
  if (!hasPlan && !takesAuthors) return null;
  const { pro, proNote, write, writeNote } = content;
  return (
    <section className="wrap" aria-label="Where to go from here">
      <Line number={number} variant="next">
        <div>
          <div className={styles.ways}>
            {hasPlan && (
              <Link to="/pricing">
                {pro} <span>{proNote}</span>
                <ReturnMark />
              </Link>
            )}
            {takesAuthors && (
              <Link to="/write-with-us">
                {write} <span>{writeNote}</span>
                <ReturnMark />
              </Link>
            )}
          </div>
          {site.applyUrl !== null && (
            <p className={styles.acts}>
              <ApplyLink variant="ink" label={authors.apply} />
              <span className="meta">{authors.applyHint}</span>
            </p>
          )}
        </div>
      </Line>
    </section>
  );
}
