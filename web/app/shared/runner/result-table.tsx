import type { ResultTable } from './sandbox/run-message.ts';

/** A result of SQL: its rows, and a sentence that counts them. */
export function ResultTableView({ table: { columns, rows, rowCount } }: { table: ResultTable }) {
  const count = `${rowCount.toLocaleString('en')} ${rowCount === 1 ? 'row' : 'rows'}`;
  const said = rows.length < rowCount ? `The first ${rows.length} of ${count}` : count;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <div className="workbench__result" role="group" aria-label={`Result: ${said}`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((name, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two columns can have one name
              <th key={index} scope="col">
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
                <td key={at}>{cell ?? <i>NULL</i>}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p>{said}</p>
    </div>
  );
}
