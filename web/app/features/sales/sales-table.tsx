import { useId } from 'react';
import { formatMonth } from '../../shared/dates/format-month.ts';
import { exactMoney } from '../../shared/money.ts';
import type { CurrencySales } from './group-sales.ts';
import type { SalesAmounts } from './sales-documents.ts';
import tables from '../../shared/tables/stacked-table.module.css';
import styles from './sales.module.css';

type Props = { sales: CurrencySales; title: string; shareLabel: string };

/** The sales in one currency: the total of each month, and its titles. On a phone, its rows are stacked. */
export function TitleSalesTable({ sales: { currency, months }, title, shareLabel }: Props) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- The keyboard scrolls the table in a narrow window. */}
      <div className={styles.scroll} role="group" aria-labelledby={id} tabIndex={0}>
        <table className={`${styles.table} ${tables.stacked} num`} aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">Title</th>
              <th scope="col">Sold</th>
              <th scope="col">Gross</th>
              <th scope="col">Refunds</th>
              <th scope="col">Tax</th>
              <th scope="col">Net</th>
              <th scope="col">{shareLabel}</th>
            </tr>
          </thead>
          {months.map(({ startsOn, total, lines }) => (
            <tbody key={startsOn}>
              <tr className={styles.month}>
                <th scope="rowgroup">{formatMonth(startsOn)}</th>
                <Amounts of={total} currency={currency} shareLabel={shareLabel} />
              </tr>
              {lines.map((line) => (
                <tr key={line.courseId ?? line.bookId ?? line.title}>
                  <th scope="row" dir="auto">
                    {line.title}
                  </th>
                  <Amounts of={line} currency={currency} shareLabel={shareLabel} />
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </section>
  );
}

function Amounts({ of, currency, shareLabel }: { of: SalesAmounts; currency: string; shareLabel: string }) {
  return (
    <>
      <td data-label="Sold">{of.unitsCount.toLocaleString('en')}</td>
      <td data-label="Gross">{exactMoney(of.grossCents, currency)}</td>
      <td data-label="Refunds">{of.refundedCents === 0 ? '–' : `−${exactMoney(of.refundedCents, currency)}`}</td>
      <td data-label="Tax">{of.taxCents === 0 ? '–' : `−${exactMoney(of.taxCents, currency)}`}</td>
      <td data-label="Net">{exactMoney(of.netCents, currency)}</td>
      <td data-label={shareLabel}>{of.shareCents === null ? 'not set' : exactMoney(of.shareCents, currency)}</td>
    </>
  );
}
