import { formatDate } from '../../shared/dates/format-date.ts';
import { useDateReader } from '../../shared/dates/use-date-reader.ts';
import styles from './admin.module.css';
import type { SignUps } from './people-documents.ts';

const height = 100;

/** Sign-ups as a bar chart, with the same data as a table. */
export function SignUpChart({ title, unit, rows }: { title: string; unit: 'day' | 'week'; rows: readonly SignUps[] }) {
  const total = rows.reduce((sum, { peopleCount }) => sum + peopleCount, 0);
  const most = rows.reduce((largest, { peopleCount }) => Math.max(largest, peopleCount), 1);
  const { locale } = useDateReader();
  // A calendar day, which is the same in every time zone.
  const nameOf = (day: string) => formatDate(`${day}T00:00:00Z`, 'dayOfYear', { locale, timeZone: 'UTC' });
  const sentence =
    total === 0 ? 'No sign-ups.' : `${total.toLocaleString('en')} in total, at most ${most.toLocaleString('en')} in one ${unit}.`;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <p className="meta">{sentence}</p>
      <svg
        className={styles['chart']}
        viewBox={`0 0 ${rows.length * 10} ${height + 1}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}: ${sentence}`}
      >
        {rows.map(({ startsOn, peopleCount }, index) => {
          const size = (peopleCount / most) * height;
          return (
            <rect key={startsOn} x={index * 10 + 1} width={8} y={height - size} height={size}>
              <title>{`${nameOf(startsOn)}: ${peopleCount}`}</title>
            </rect>
          );
        })}
        <line x1={0} x2={rows.length * 10} y1={height + 0.5} y2={height + 0.5} vectorEffect="non-scaling-stroke" />
      </svg>
      <p className={`meta num ${styles['axis']}`} aria-hidden="true">
        <span>{nameOf(rows[0]?.startsOn ?? '')}</span>
        <span>{nameOf(rows.at(-1)?.startsOn ?? '')}</span>
      </p>
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
