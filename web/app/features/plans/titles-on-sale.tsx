import { Link } from '../../shared/link.tsx';
import { money } from '../../shared/money.ts';
import type { TitleOnSale } from './plans-documents.ts';
import styles from './pricing.module.css';

type Props = { titles: readonly TitleOnSale[]; hasMore: boolean };

/** The courses and books that are sold separately, with their prices, each linked to its page with the offer. */
export function TitlesOnSale({ titles, hasMore }: Props) {
  return (
    <>
      <ul className={`${styles.titles} num`}>
        {titles.map(({ course, book, amountCents, currency }) => {
          const title = course ?? book;
          return (
            title && (
              <li key={title.permalink}>
                <span>
                  <Link className="link" to={title.permalink} dir="auto">
                    {title.title}
                  </Link>{' '}
                  <span className="meta">{course ? 'Course' : 'Book'}</span>
                </span>
                <span>{money(amountCents, currency)}</span>
              </li>
            )
          );
        })}
      </ul>
      {hasMore && (
        <p className="meta">
          There are more among the{' '}
          <Link className="link" to="/courses">
            courses
          </Link>{' '}
          and the{' '}
          <Link className="link" to="/books">
            books
          </Link>
          .
        </p>
      )}
    </>
  );
}
