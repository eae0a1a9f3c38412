import { EmptyState } from '@newline/ui/components/empty-state';
import { Line } from '@newline/ui/components/line';
import { Link } from '../../shared/link.tsx';
import { exactMoney } from '../../shared/money.ts';
import { groupSales } from './group-sales.ts';
import type { LoadedSales } from './load-sales.server.ts';
import type { TitleShare } from './sales-documents.ts';
import { SalesPeriodLinks } from './sales-period-links.tsx';
import { TitleSalesTable } from './sales-table.tsx';
import styles from './sales.module.css';

const path = '/studio/sales';

/** An author's sales: totals for each currency, each month with its titles, and the author's share. */
export function SalesPage({ lines, linesCount, totals, titles, period, isAdmin, isEveryones }: LoadedSales) {
  const currencies = groupSales(lines, totals);
  const shareLabel = isEveryones ? 'Authors’ share' : 'Your share';
  const rest: Record<string, string> = isEveryones ? { of: 'everyone' } : {};
  return (
    <main id="content" className="wrap listing" tabIndex={-1}>
      <Line variant="first">
        <div>
          <Link className="link up" to="/studio">
            Studio
          </Link>
          <h1 className={styles.title}>Sales</h1>
          <p className={`lead ${styles.lead}`}>
            Single courses and books that were bought, by month in UTC. Pro subscriptions aren’t part of it, and neither is access without
            payment.
          </p>
          <SalesPeriodLinks path={path} period={period} rest={rest} />
          {isAdmin && (
            <p className="meta">
              <Link className="link" to={isEveryones ? path : `${path}?of=everyone`}>
                {isEveryones ? 'Only mine' : 'Everyone’s'}
              </Link>
            </p>
          )}
          {lines.length === 0 ? (
            <EmptyState title="No sales yet">
              {period.isAllTime ? 'Sales of titles appear here.' : 'There were no sales in this month and the twelve before it.'}
            </EmptyState>
          ) : (
            <>
              {currencies.map(({ currency, total }) => (
                <dl key={currency} className={`${styles.facts} num`} aria-label={`Total in ${currency}`}>
                  <Fact label="Sold" value={total.unitsCount.toLocaleString('en')} />
                  <Fact label="Gross" value={exactMoney(total.grossCents, currency)} />
                  <Fact label="Net" value={exactMoney(total.netCents, currency)} />
                  <Fact label={shareLabel} value={total.shareCents === null ? 'not set' : exactMoney(total.shareCents, currency)} />
                </dl>
              ))}
              <p className="meta">
                Net is gross without refunds and tax. Refunds and lost disputes are subtracted from the month of their sale, so earlier
                months can still change.
              </p>
              <p className={styles.links}>
                <a className="link" href={`${path}/sales.csv?${new URLSearchParams({ period: period.name, ...rest })}`} download>
                  Download as CSV
                </a>
              </p>
              {currencies.map(
                (sales) =>
                  sales.months.length > 0 && (
                    <TitleSalesTable
                      key={sales.currency}
                      sales={sales}
                      title={currencies.length === 1 ? 'Sales by month' : `Sales by month in ${sales.currency}`}
                      shareLabel={shareLabel}
                    />
                  ),
              )}
              {linesCount > lines.length && (
                <p className="meta">
                  {`The newest ${lines.length.toLocaleString('en')} of ${linesCount.toLocaleString('en')} lines, so the oldest month may not be complete. The totals at the top are those of all lines. The CSV file has more lines.`}
                </p>
              )}
            </>
          )}
          {!isEveryones && titles.length > 0 && <OwnShares titles={titles} />}
        </div>
      </Line>
    </main>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The author's share of new sales, for each title with a price. */
function OwnShares({ titles }: { titles: readonly TitleShare[] }) {
  return (
    <section className={styles.section} aria-labelledby="own-shares">
      <h2 id="own-shares">Your share of new sales</h2>
      <p className="meta">
        The authors of a title divide their share of the net amount equally. A sale keeps the share of the day when it was paid.
      </p>
      <ul className={`${styles.shares} num`} aria-label="Your share of new sales">
        {titles.map(({ courseId, bookId, title, percent, authorsCount }) => (
          <li key={courseId ?? bookId}>
            <span dir="auto">{title}</span>
            <span>{shareText(percent, authorsCount)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function shareText(percent: number | null, authorsCount: number): string {
  if (percent === null) return 'not set yet';
  if (authorsCount <= 1) return `${percent}%`;
  const own = (percent / authorsCount).toLocaleString('en', { maximumFractionDigits: 2 });
  return `${own}% (${percent}% for ${authorsCount} authors)`;
}
