import { ReturnMark } from '@newline/ui/components/return-mark';
import { VisuallyHidden } from '@newline/ui/components/visually-hidden';
import { Fragment } from 'react';
import { Link } from '../../shared/link.tsx';
import { formatDuration } from '../../shared/format-duration.ts';
import { useSlots } from '../../shared/own/use-slots.ts';
import type { LessonFacts, OutlineLine } from './lesson-facts.ts';
import type { OutlineProgress } from './outline-progress.ts';
import styles from './lesson-page.module.css';

type Props = { lesson: LessonFacts; progress: OutlineProgress };

/** The outline of the course or book, with a check mark at completed lessons and the current one highlighted. */
export function Outline({ lesson, progress: { completed, label, count, left } }: Props) {
  const slots = useSlots();
  const counted = lesson.parts.flatMap((part) => part.lines).filter(({ number }) => number !== null);
  return (
    <nav className={styles.outline} aria-label={lesson.kind === 'chapter' ? 'Chapters' : 'Lessons'}>
      <h2>
        <Link to={lesson.item.permalink} dir="auto">
          {lesson.item.title}
        </Link>
      </h2>
      <div {...slots.attributes('progress')} className={styles.progress} role="img" aria-label={label}>
        {counted.map(({ id }) => {
          const isDone = completed.has(id);
          return id === lesson.id ? (
            <i key={id} data-state="at" />
          ) : (
            <i key={id} {...slots.attributes(`bar:${id}`)} data-state={isDone ? 'done' : undefined} />
          );
        })}
      </div>
      <p className={`meta num ${styles.left}`}>
        <span {...slots.text('count')}>{count}</span>
        <span className="sep" {...slots.text('left')}>
          {left}
        </span>
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
  const slots = useSlots();
  return (
    <Link
      {...slots.attributes(`line:${line.id}`)}
      className={isCurrent ? 'row row--on' : 'row'}
      to={line.permalink}
      prefetch="intent"
      aria-current={isCurrent ? 'page' : undefined}
      data-done={isDone ? '' : undefined}
    >
      <span className="ln">
        <span className={styles.isOpen}>{line.number}</span>
        <span className={styles.isDone}>
          <ReturnMark />
        </span>
      </span>
      <span>
        <bdi>{line.title}</bdi>
        <span className={styles.isDone}>
          <VisuallyHidden>, done</VisuallyHidden>
        </span>
      </span>
      <span className="meta num">{line.videoSeconds === null ? '' : formatDuration(line.videoSeconds)}</span>
    </Link>
  );
}
