import type { ResultTable } from './sandbox/run-message.ts';

/** A number as PostgreSQL writes it. */
const number = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/u;

/** A result of SQL: its rows, and a sentence that counts them. Columns of numbers are aligned at their end. */
export function ResultTableView({ table: { columns, rows, rowCount } }: { table: ResultTable }) {
  const count = `${rowCount.toLocaleString('en')} ${rowCount === 1 ? 'row' : 'rows'}`;
  const said = rows.length < rowCount ? `The first ${rows.length} of ${count}` : count;
  const hasNumbers = columns.map((_, at) => {
    const cells = rows.map((row) => row[at] ?? null).filter((cell) => cell !== null);
    return cells.length > 0 && cells.every((cell) => number.test(cell));
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <div className="workbench__result" role="group" aria-label={`Result: ${said}`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((name, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two columns can have one name
              <th key={index} scope="col" data-number={hasNumbers[index] || undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows have nothing else
            <tr key={index}>
              {row.map((cell, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- as above
                <td key={at} data-number={hasNumbers[at] || undefined}>
                  {cell ?? <i>NULL</i>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p>{said}</p>
    </div>
  );
}
