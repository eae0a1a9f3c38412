import { buttonClass } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { formatMonth } from '../../shared/dates/format-month.ts';
import { Link } from '../../shared/link.tsx';
import { exactMoney } from '../../shared/money.ts';
import styles from './admin.module.css';
import { churnOf, type CurrencyRevenue, netRevenue, revenueByCurrency } from './monthly-sales.ts';
import type { RevenueMonth, SubscriptionMonth } from './revenue-documents.ts';
import { SalesTable } from './sales-table.tsx';

type Props = { revenue: readonly RevenueMonth[]; subscriptions: readonly SubscriptionMonth[] };

/** Revenue, churn and trials: the numbers of this month, and of each of the last twelve. */
export function RevenuePage({ revenue, subscriptions }: Props) {
  const currencies = revenueByCurrency(
    revenue,
    subscriptions.map(({ startsOn }) => startsOn),
  );
  const hasSubscriptions = subscriptions.some(({ atStartCount, startedCount, endedCount }) => atStartCount + startedCount + endedCount > 0);
  const [current] = subscriptions;
  return (
    <>
      <h1>Revenue</h1>
      <p className={`lead ${styles['lead']}`}>
        Payments and subscriptions through your payment provider. Free access doesn’t count. Months are in UTC.
      </p>
      {currencies.length === 0 && !hasSubscriptions ? (
        <EmptyState
          title="No sales yet"
          action={
            <Link className={buttonClass({ variant: 'line' })} to="/admin/plans">
              Plans and prices
            </Link>
          }
        >
          Revenue, churn and trials will appear here after the first payment.
        </EmptyState>
      ) : (
        <>
          {current && <CurrentMonth month={current} currencies={currencies} hasSubscriptions={hasSubscriptions} />}
          {currencies.map(({ currency, months }) => (
            <SalesTable
              key={currency}
              title={currencies.length === 1 ? 'Revenue by month' : `Revenue by month in ${currency}`}
              note="Refunds and lost disputes are subtracted from the month of their payment."
              columns={['Payments', 'Paid', 'Included tax', 'Refunded', 'Revenue']}
              rows={months.map((month) => ({
                startsOn: month.startsOn,
                cells: [
                  month.paymentsCount.toLocaleString('en'),
                  exactMoney(month.paidCents, currency),
                  month.taxCents === 0 ? '–' : exactMoney(month.taxCents, currency),
                  month.refundedCents === 0 ? '–' : exactMoney(month.refundedCents, currency),
                  netRevenue(month, currency),
                ],
              }))}
            />
          ))}
          {hasSubscriptions && (
            <SalesTable
              title="Subscriptions by month"
              note="Churn is the share of subscriptions at the start of a month that ended during it."
              columns={['At start', 'New', 'Ended', 'Churn', 'Trials', 'Trials converted']}
              rows={subscriptions.map((month) => ({
                startsOn: month.startsOn,
                cells: [
                  ...[month.atStartCount, month.startedCount, month.endedCount].map((count) => count.toLocaleString('en')),
                  churnOf(month) ?? '–',
                  ...[month.trialsCount, month.paidTrialsCount].map((count) => count.toLocaleString('en')),
                ],
              }))}
            />
          )}
        </>
      )}
    </>
  );
}

type CurrentProps = { month: SubscriptionMonth; currencies: readonly CurrencyRevenue[]; hasSubscriptions: boolean };

function CurrentMonth({ month, currencies, hasSubscriptions }: CurrentProps) {
  const churn = churnOf(month);
  return (
    <section aria-labelledby="this-month">
      <h2 id="this-month">{formatMonth(month.startsOn)} so far</h2>
      <dl className={styles['figures']}>
        {currencies.map(({ currency, months: [newest] }) => (
          <div key={currency}>
            <dt>{currencies.length === 1 ? 'Revenue' : `Revenue in ${currency}`}</dt>
            <dd>{newest ? netRevenue(newest, currency) : exactMoney(0, currency)}</dd>
          </div>
        ))}
        {hasSubscriptions && (
          <>
            <Figure label="Subscriptions" value={month.atStartCount + month.startedCount - month.endedCount} />
            <Figure label="New" value={month.startedCount} />
            <Figure label="Ended" value={month.endedCount} />
            {churn !== null && (
              <div>
                <dt>Churn</dt>
                <dd>{churn}</dd>
              </div>
            )}
            <Figure label="Trials started" value={month.trialsCount} />
          </>
        )}
      </dl>
    </section>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value.toLocaleString('en')}</dd>
    </div>
  );
}
