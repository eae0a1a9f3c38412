import { useId } from 'react';
import { formatMonth } from '../../shared/dates/format-month.ts';
import tables from '../../shared/tables/stacked-table.module.css';
import styles from './revenue.module.css';

type Row = { readonly startsOn: string; readonly cells: readonly string[] };
type Props = { title: string; note: string; columns: readonly string[]; rows: readonly Row[] };

/** Figures by month, newest first. On a phone, its rows are stacked. */
export function SalesTable({ title, note, columns, rows }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="meta">{note}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- The keyboard scrolls the table in a narrow window. */}
      <div className={styles.scroll} role="group" aria-labelledby={id} tabIndex={0}>
        <table className={`${styles.table} ${tables.stacked} num`}>
          <thead>
            <tr>
              <th scope="col">Month</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ startsOn, cells }) => (
              <tr key={startsOn}>
                <th scope="row">{formatMonth(startsOn)}</th>
                {columns.map((column, index) => (
                  <td key={column} data-label={column}>
                    {cells[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
