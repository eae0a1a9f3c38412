import { useId } from 'react';
import type { LessonAnalytics } from './analytics-documents.ts';
import styles from './analytics.module.css';

const rowHeight = 28;
const numberWidth = 40;
const width = 640;

/** A bar chart of how many users started and completed each lesson, with the same data as a table. */
export function LessonChart({ lessons, per }: { lessons: readonly LessonAnalytics[]; per: string }) {
  const id = useId();
  const most = lessons.reduce((largest, { begunCount }) => Math.max(largest, begunCount), 1);
  const scale = (count: number) => (count / most) * (width - numberWidth - 130);
  const completed = lessons.reduce((sum, { completedCount }) => sum + completedCount, 0);
  return (
    <figure className={styles.chart}>
      <svg
        role="img"
        aria-labelledby={`${id}-title ${id}-about`}
        viewBox={`0 0 ${width} ${lessons.length * rowHeight}`}
        className={styles.drawing}
      >
        <title id={`${id}-title`}>Completion by lesson</title>
        <desc id={`${id}-about`}>
          {`${lessons.length} lessons in their order, ${per}: a light bar for learners who started, a dark bar for those who completed; ${completed} completions in total. The table below has the numbers.`}
        </desc>
        {lessons.map(({ lessonId, begunCount, completedCount }, position) => (
          <g key={lessonId} transform={`translate(0 ${position * rowHeight})`}>
            <text x={numberWidth - 10} y={18} textAnchor="end" className={styles.tick}>
              {position + 1}
            </text>
            <rect x={numberWidth} y={6} height={16} width={scale(begunCount)} className={styles.begun} />
            <rect x={numberWidth} y={6} height={16} width={scale(Math.min(completedCount, most))} className={styles.completed} />
            <text x={numberWidth + scale(Math.max(begunCount, completedCount)) + 8} y={18} className={styles.value}>
              {completedCount} of {begunCount}
            </text>
          </g>
        ))}
      </svg>
      <details className={styles.numbers} open>
        <summary>As a table</summary>
        <div className={styles.scroll}>
          <table>
            <caption>Completion by lesson, {per}</caption>
            <thead>
              <tr>
                <th scope="col">Lesson</th>
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
                  <td>{begunCount}</td>
                  <td>{completedCount}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
