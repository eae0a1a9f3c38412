import { EmptyState } from '@newline/ui/components/empty-state';
import { formatMonth } from '../../shared/dates/format-month.ts';
import { Link } from '../../shared/link.tsx';
import { exactMoney } from '../../shared/money.ts';
import type { AuthorSalesLine } from './sales-documents.ts';
import type { SalesPeriod } from './sales-period.ts';
import { SalesPeriodLinks } from './sales-period-links.tsx';
import styles from './sales.module.css';

type Props = { lines: readonly AuthorSalesLine[]; linesCount: number; period: SalesPeriod };

/** What each author got of the sales of a month, for administrators. */
export function AuthorSharesTable({ lines, linesCount, period }: Props) {
  const months = [...Map.groupBy(lines, ({ startsOn }) => startsOn)];
  return (
    <section aria-labelledby="shares-by-month">
      <h2 id="shares-by-month">Shares by month</h2>
      <SalesPeriodLinks path="/admin/author-shares" period={period} />
      {lines.length === 0 ? (
        <EmptyState
          title="No sales yet"
          action={
            <Link className="link" to="/admin/revenue">
              Revenue
            </Link>
          }
        >
          The shares of authors appear here after the first sale of a title.
        </EmptyState>
      ) : (
        <>
          <p className={styles.links}>
            <a className="link" href={`/admin/author-shares/shares.csv?period=${period.name}`} download>
              Download as CSV
            </a>
            <Link className="link" to={`/studio/sales?of=everyone&period=${period.name}`}>
              Sales by title
            </Link>
          </p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- The keyboard scrolls the table on a phone. */}
          <div className={styles.scroll} role="group" aria-labelledby="shares-by-month" tabIndex={0}>
            <table className={`${styles.table} num`} aria-labelledby="shares-by-month">
              <thead>
                <tr>
                  <th scope="col">Author</th>
                  <th scope="col">Sold</th>
                  <th scope="col">Share</th>
                </tr>
              </thead>
              {months.map(([startsOn, ofMonth]) => (
                <tbody key={startsOn}>
                  <tr className={styles.month}>
                    <th scope="rowgroup" colSpan={3}>
                      {formatMonth(startsOn)}
                    </th>
                  </tr>
                  {ofMonth
                    .toSorted((one, other) => (one.name ?? '').localeCompare(other.name ?? ''))
                    .map(({ userId, name, currency, unitsCount, shareCents }) => (
                      <tr key={`${userId} ${currency}`}>
                        <th scope="row" dir="auto">
                          {name ?? 'Deleted account'}
                        </th>
                        <td>{unitsCount.toLocaleString('en')}</td>
                        <td>{shareCents === null ? 'not set' : exactMoney(shareCents, currency)}</td>
                      </tr>
                    ))}
                </tbody>
              ))}
            </table>
          </div>
          {linesCount > lines.length && (
            <p className="meta">
              {`The newest ${lines.length.toLocaleString('en')} of ${linesCount.toLocaleString('en')} lines. The CSV file has more.`}
            </p>
          )}
        </>
      )}
    </section>
  );
}
