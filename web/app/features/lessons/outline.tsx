import { ReturnMark } from '@newline/ui/components/return-mark';
import { VisuallyHidden } from '@newline/ui/components/visually-hidden';
import { Fragment } from 'react';
import { Link } from '../../shared/link.tsx';
import { formatDuration } from '../../shared/format-duration.ts';
import { formatHours } from '../../shared/format-hours.ts';
import type { LessonFacts, OutlineLine } from './lesson-facts.ts';
import styles from './lesson-page.module.css';

type Props = { lesson: LessonFacts; completed: ReadonlySet<string> };

/** The outline of the course or book, with a check mark at completed lessons and the current one highlighted. */
export function Outline({ lesson, completed }: Props) {
  const lines = lesson.parts.flatMap((part) => part.lines);
  const counted = lines.filter(({ number }) => number !== null);
  const completedCount = counted.filter(({ id }) => completed.has(id)).length;
  const left = counted.reduce((sum, { id, videoSeconds }) => sum + (completed.has(id) ? 0 : (videoSeconds ?? 0)), 0);
  return (
    <nav className={styles.outline} aria-label={lesson.kind === 'chapter' ? 'Chapters' : 'Lessons'}>
      <h2>
        <Link to={lesson.item.permalink} dir="auto">
          {lesson.item.title}
        </Link>
      </h2>
      <div className={styles.progress} role="img" aria-label={`${completedCount} of ${counted.length} ${lesson.kind}s done`}>
        {counted.map(({ id }) => (
          <i key={id} data-state={id === lesson.id ? 'at' : completed.has(id) ? 'done' : undefined} />
        ))}
      </div>
      <p className={`meta num ${styles.left}`}>
        {completedCount} of {counted.length} done
        {left > 0 && <span className="sep">{formatHours(left)} left</span>}
      </p>
      {lesson.parts.map((part) => (
        <Fragment key={part.id}>
          {part.title !== null && lesson.parts.length > 1 && (
            <h3 className="meta" dir="auto">
              {part.title}
            </h3>
          )}
          <ol className={`rows ${styles.lines}`}>
            {part.lines.map((line) => (
              <li key={line.id}>
                <Line line={line} isCurrent={line.id === lesson.id} isDone={completed.has(line.id)} />
              </li>
            ))}
          </ol>
        </Fragment>
      ))}
    </nav>
  );
}

function Line({ line, isCurrent, isDone }: { line: OutlineLine; isCurrent: boolean; isDone: boolean }) {
  const look = [`row`, isCurrent && 'row--on', isDone && styles.done].filter(Boolean).join(' ');
  return (
    <Link className={look} to={line.permalink} prefetch="intent" aria-current={isCurrent ? 'page' : undefined}>
      <span className="ln">{isDone ? <ReturnMark /> : line.number}</span>
      <span>
        <bdi>{line.title}</bdi>
        {isDone && <VisuallyHidden>, done</VisuallyHidden>}
      </span>
      <span className="meta num">{line.videoSeconds === null ? '' : formatDuration(line.videoSeconds)}</span>
    </Link>
  );
}
