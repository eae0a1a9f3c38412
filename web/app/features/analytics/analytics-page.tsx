import { Line } from '@newline/ui/components/line';
import { EmptyState } from '@newline/ui/components/empty-state';
import { Link } from '../../shared/link.tsx';
import type { FiguresLine } from './analytics-documents.ts';
import type { Period } from './period.ts';
import { PeriodLinks } from './period-links.tsx';
import tables from '../../shared/tables/stacked-table.module.css';
import styles from './analytics.module.css';

type Props = { lines: readonly FiguresLine[]; itemsCount: number; period: Period; isAdmin: boolean; isEveryones: boolean };

/** The list of the user's courses and books with their analytics. */
export function AnalyticsPage({ lines, itemsCount, period, isAdmin, isEveryones }: Props) {
  return (
    <main id="content" className="wrap listing" tabIndex={-1}>
      <Line variant="first">
        <div>
          <Link className="link up" to="/studio">
            Studio
          </Link>
          <h1 className={styles.title}>Analytics</h1>
          <PeriodLinks path="/studio/analytics" period={period} {...(isEveryones && { rest: { of: 'everyone' } })} />
          {isAdmin && (
            <p className="meta">
              <Link className="link" to={isEveryones ? '/studio/analytics' : '/studio/analytics?of=everyone'}>
                {isEveryones ? 'Only mine' : 'Everyone’s'}
              </Link>
            </p>
          )}
          {lines.length === 0 ? (
            <EmptyState title="No analytics yet">Courses and books you write appear here.</EmptyState>
          ) : (
            <div className={styles.scroll}>
              <table className={`${styles.list} ${tables.stacked}`}>
                <caption className="meta">
                  {itemsCount > lines.length
                    ? `The newest ${lines.length} of ${itemsCount.toLocaleString('en')}`
                    : `${itemsCount.toLocaleString('en')} in total`}
                </caption>
                <thead>
                  <tr>
                    <th scope="col">Title</th>
                    <th scope="col">Enrolled</th>
                    <th scope="col">Total</th>
                    <th scope="col">Rating</th>
                    <th scope="col">Open questions</th>
                  </tr>
                </thead>
                <tbody>
                  {lines.map((line) => (
                    <tr key={line.courseId ?? line.bookId}>
                      <th scope="row">
                        <Link
                          className="link"
                          to={`/studio/analytics/${line.courseId ? `courses/${line.courseId}` : `books/${line.bookId}`}?days=${period.name}`}
                          dir="auto"
                        >
                          {line.title}
                        </Link>
                      </th>
                      <td data-label="Enrolled">{line.enrolledCount.toLocaleString('en')}</td>
                      <td data-label="Total">{line.enrolledInAllCount.toLocaleString('en')}</td>
                      <td data-label="Rating">
                        {line.ratingAverage === null
                          ? 'none'
                          : `${line.ratingAverage.toFixed(1)} (${line.ratingCount.toLocaleString('en')})`}
                      </td>
                      <td data-label="Open questions">{line.openQuestionsCount.toLocaleString('en')}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </div>
      </Line>
    </main>
  );
}
