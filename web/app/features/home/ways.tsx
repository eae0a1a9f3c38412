import { Line } from '@newline/ui/components/line';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { site } from '@newline/api/rules/site/site';
import { Link } from '../../shared/link.tsx';
import { home } from '../../../../home.config.ts';
import { ApplyLink } from './author-quotes.tsx';
import styles from './home.module.css';

/** Two links to follow the site, and one for future authors (HOME-07). */
export function Ways({ number }: { number: number }) {
  const { pro, write } = home.ways;
  return (
    <section className="wrap" aria-label="Where to go from here">
      <Line number={number} variant="next">
        <div>
          <div className={styles.ways}>
            <Link to="/pricing">
              {pro.label} <span>{pro.note}</span>
              <ReturnMark />
            </Link>
            <Link to="/write-with-us">
              {write.label} <span>{write.note}</span>
              <ReturnMark />
            </Link>
          </div>
          {site.applyUrl !== null && (
            <p className={styles.acts}>
              <ApplyLink variant="ink" />
              <span className="meta">{home.authors.applyHint}</span>
            </p>
          )}
        </div>
      </Line>
    </section>
  );
}
