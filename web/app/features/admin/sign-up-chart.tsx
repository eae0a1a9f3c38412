import { EmptyChart } from '../../shared/charts/empty-chart.tsx';
import { formatDate } from '../../shared/dates/format-date.ts';
import { useDateReader } from '../../shared/dates/use-date-reader.ts';
import styles from './admin.module.css';
import type { SignUps } from './people-documents.ts';

const height = 100;

/** What the chart looks like once users have signed up. */
const example = [3, 5, 4, 8, 6, 9, 12, 7, 10, 14, 11, 16].map((count, at) => ({ name: String(at), count }));

/** Sign-ups as a bar chart, with the same data as a table. */
export function SignUpChart({ title, unit, rows }: { title: string; unit: 'day' | 'week'; rows: readonly SignUps[] }) {
  const total = rows.reduce((sum, { peopleCount }) => sum + peopleCount, 0);
  const most = rows.reduce((largest, { peopleCount }) => Math.max(largest, peopleCount), 1);
  const { locale } = useDateReader();
  // A calendar day, which is the same in every time zone.
  const nameOf = (day: string) => formatDate(`${day}T00:00:00Z`, 'dayOfYear', { locale, timeZone: 'UTC' });
  const sentence = `${total.toLocaleString('en')} in total, at most ${most.toLocaleString('en')} in one ${unit}.`;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {total === 0 ? (
        <EmptyChart sentence={`No one signed up in this time. Each bar will be the new accounts of one ${unit}.`}>
          <Bars bars={example} />
        </EmptyChart>
      ) : (
        <>
          <p className="meta">{sentence}</p>
          <div role="img" aria-label={`${title}: ${sentence}`}>
            <Bars bars={rows.map(({ startsOn, peopleCount }) => ({ name: nameOf(startsOn), count: peopleCount }))} />
          </div>
          <p className={`meta num ${styles['axis']}`} aria-hidden="true">
            <span>{nameOf(rows[0]?.startsOn ?? '')}</span>
            <span>{nameOf(rows.at(-1)?.startsOn ?? '')}</span>
          </p>
        </>
      )}
      <details className={styles['details']}>
        <summary>As a table</summary>
        <table className={styles['table']}>
          <caption className="sr">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{unit === 'day' ? 'Day' : 'Week of'}</th>
              <th scope="col">Sign-ups</th>
            </tr>
          </thead>
          <tbody>
            {rows.toReversed().map(({ startsOn, peopleCount }) => (
              <tr key={startsOn}>
                <th scope="row">{nameOf(startsOn)}</th>
                <td>{peopleCount.toLocaleString('en')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

function Bars({ bars }: { bars: readonly { name: string; count: number }[] }) {
  const most = bars.reduce((largest, { count }) => Math.max(largest, count), 1);
  return (
    <svg className={styles['chart']} viewBox={`0 0 ${bars.length * 10} ${height + 1}`} preserveAspectRatio="none" aria-hidden="true">
      {bars.map(({ name, count }, index) => {
        const size = (count / most) * height;
        return (
          <rect key={name} x={index * 10 + 1} width={8} y={height - size} height={size}>
            <title>{`${name}: ${count}`}</title>
          </rect>
        );
      })}
      <line x1={0} x2={bars.length * 10} y1={height + 0.5} y2={height + 0.5} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
