import { EmptyChart } from '../../shared/charts/empty-chart.tsx';
import type { LessonAnalytics } from './analytics-documents.ts';
import styles from './analytics.module.css';

type Counts = Pick<LessonAnalytics, 'lessonId' | 'begunCount' | 'completedCount'>;

/** What the chart looks like once learners have started. */
const example: readonly Counts[] = [
  { lessonId: '1', begunCount: 48, completedCount: 45 },
  { lessonId: '2', begunCount: 41, completedCount: 36 },
  { lessonId: '3', begunCount: 34, completedCount: 25 },
];

type Props = { lessons: readonly LessonAnalytics[]; part: 'lesson' | 'chapter'; per: string };

/** A bar chart of how many users started and completed each lesson, with the same data as a table. */
export function LessonChart({ lessons, part, per }: Props) {
  const completed = lessons.reduce((sum, { completedCount }) => sum + completedCount, 0);
  const isEmpty = lessons.every(({ begunCount, completedCount }) => begunCount + completedCount === 0);
  const about = `${lessons.length.toLocaleString('en')} ${part}s in their order, ${per}: a light bar for learners who started, a dark bar for those who completed; ${completed.toLocaleString('en')} completions in total. The table below has the numbers.`;
  return (
    <figure className={styles.chart}>
      {isEmpty ? (
        <EmptyChart
          sentence={`No one started a ${part} ${per}. Once learners do, you see here how many start and complete each ${part}, and where they stop.`}
        >
          <Bars lines={example} />
        </EmptyChart>
      ) : (
        <div role="img" aria-label={`Completion by ${part} ${about}`}>
          <Bars lines={lessons} />
        </div>
      )}
      {lessons.length > 0 && (
        <details className={styles.numbers} open={!isEmpty}>
          <summary>As a table</summary>
          <div className={styles.scroll}>
            <table>
              <caption>
                Completion by {part}, {per}
              </caption>
              <thead>
                <tr>
                  <th scope="col">{part === 'lesson' ? 'Lesson' : 'Chapter'}</th>
                  <th scope="col">Started</th>
                  <th scope="col">Completed</th>
                </tr>
              </thead>
              <tbody>
                {lessons.map(({ lessonId, title, begunCount, completedCount }, position) => (
                  <tr key={lessonId}>
                    <th scope="row">
                      {position + 1}. <bdi>{title}</bdi>
                    </th>
                    <td>{begunCount.toLocaleString('en')}</td>
                    <td>{completedCount.toLocaleString('en')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </figure>
  );
}

/** One line per lesson: its number, a bar, and the numbers in the size of all texts, however narrow the window is. */
function Bars({ lines }: { lines: readonly Counts[] }) {
  const most = lines.reduce((largest, { begunCount, completedCount }) => Math.max(largest, begunCount, completedCount), 1);
  const sizeOf = (count: number) => `calc((100% - 7rem) * ${(count / most).toFixed(4)})`;
  return (
    <div className={styles.bars}>
      {lines.map(({ lessonId, begunCount, completedCount }, position) => (
        <div key={lessonId}>
          <span className={styles.tick}>{position + 1}</span>
          <span className={styles.track}>
            <i className={styles.begun} style={{ width: sizeOf(Math.max(begunCount, completedCount)) }} />
            <i className={styles.completed} style={{ width: sizeOf(completedCount) }} />
            <span className={styles.value}>
              {completedCount.toLocaleString('en')} of {begunCount.toLocaleString('en')}
            </span>
          </span>
        </div>
      ))}
    </div>
  );
}
