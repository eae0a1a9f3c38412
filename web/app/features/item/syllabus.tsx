import { Badge } from '@newline/ui/components/badge';
import { EmptyState } from '@newline/ui/components/empty-state';
import { Icon } from '@newline/ui/components/icon';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { VisuallyHidden } from '@newline/ui/components/visually-hidden';
import { Lock } from 'lucide';
import { Link } from '../../shared/link.tsx';
import { formatDuration } from '../../shared/format-duration.ts';
import { formatHours } from '../../shared/format-hours.ts';
import type { ItemProgressNode } from './item-documents.ts';
import type { ItemFacts, OutlineLine } from './item-facts.ts';
import { linesOf } from './lines-of.ts';
import styles from './item-page.module.css';

type Props = { item: ItemFacts; progress: ItemProgressNode | null };

/** The lessons of an item by section: their length, whether they're free or locked, completed ones and the current one. */
export function Syllabus({ item, progress }: Props) {
  const word = item.kind === 'book' ? 'chapter' : 'lesson';
  const completedIds = new Set(progress?.completedLessonIds);
  return (
    <div>
      {item.sections.length === 0 && (
        <EmptyState title="Not written yet">
          {item.isComingSoon ? `The ${word}s will be announced when they’re ready.` : `No ${word} has been published yet.`}
        </EmptyState>
      )}
      {item.sections.map((section) => (
        <div key={section.id}>
          <div className={styles.section}>
            <h3 dir="auto">{section.title ?? (item.kind === 'book' ? 'Chapters' : 'Lessons')}</h3>
            <span className="meta num">{countOf(section.lines.length, word)}</span>
          </div>
          <ol className={`rows ${styles.lessons}`}>
            {section.lines.map((line) => (
              <Line
                key={line.id}
                line={line}
                item={item}
                isDone={completedIds.has(line.id)}
                isCurrent={progress?.isBegun === true && progress.nextLessonId === line.id}
                isOpen={progress === null ? line.isOpen : progress.openLessonIds.includes(line.id)}
              />
            ))}
          </ol>
        </div>
      ))}
      {progress !== null && item.sections.length > 0 && <Explained item={item} progress={progress} />}
    </div>
  );
}

type LineProps = { line: OutlineLine; item: ItemFacts; isDone: boolean; isCurrent: boolean; isOpen: boolean };

function Line({ line, item, isDone, isCurrent, isOpen }: LineProps) {
  return (
    <li className={isCurrent ? 'row row--on' : 'row'}>
      <span className="ln">{isDone ? <ReturnMark /> : line.number}</span>
      <Link to={line.permalink} prefetch="intent" aria-current={isCurrent ? 'step' : undefined}>
        <bdi>{line.title}</bdi>
        {isDone && <VisuallyHidden>, done</VisuallyHidden>}
      </Link>
      <span className={styles.gate}>
        {line.isFree && isOpen && item.price !== 'Free' && <Badge look="line">Free</Badge>}
        {!isOpen && (
          <>
            <Icon of={Lock} small />
            <VisuallyHidden>, requires {item.isBoughtAlone ? 'a purchase' : 'Pro'}</VisuallyHidden>
          </>
        )}
      </span>
      {line.videoSeconds !== null && <span className="meta num">{formatDuration(line.videoSeconds)}</span>}
    </li>
  );
}

/** The number of lessons and their total length; after starting, what is completed and what remains. */
export function SyllabusProgress({ item, progress }: Props) {
  const lines = linesOf(item);
  if (lines.length === 0) return null;
  const done = new Set(progress?.completedLessonIds);
  const left = lines.reduce((sum, { id, videoSeconds }) => sum + (done.has(id) ? 0 : (videoSeconds ?? 0)), 0);
  if (progress?.isBegun) {
    return (
      <span className="meta num">
        {done.size.toLocaleString('en')} of {lines.length.toLocaleString('en')} done
        {left > 0 && <span className="sep">{formatHours(left)} left</span>}
      </span>
    );
  }
  return (
    <span className="meta num">
      {countOf(item.numLessons, item.kind === 'book' ? 'chapter' : 'lesson')}
      {item.videoSeconds > 0 && <span className="sep">{formatHours(item.videoSeconds)}</span>}
    </span>
  );
}

/** Explains the reader's progress. */
function Explained({ item, progress }: { item: ItemFacts; progress: ItemProgressNode }) {
  const lines = linesOf(item);
  const done = progress.completedLessonIds.length;
  const word = item.kind === 'book' ? 'chapter' : 'lesson';
  const state = done === 0 ? (progress.isBegun ? 'In Progress' : 'Not Started') : done === lines.length ? 'Completed' : 'In Progress';
  const parts = [
    progress.watchedLessons > 0 && `${progress.watchedLessons} by watching 90 percent of the video`,
    progress.readLessons > 0 && `${progress.readLessons} by reading the text to the end`,
    progress.markedLessons > 0 && `${progress.markedLessons} by pressing Done`,
  ].filter(Boolean);
  const hasChangelog = item.sections.some((section) => section.lines.some(({ number }) => number === null));
  return (
    <details className={styles.explained}>
      <summary className="meta">How progress is counted</summary>
      <p>
        {`${state}: ${done} of ${countOf(lines.length, word)} done${parts.length > 0 ? `, ${parts.join(', ')}` : ''}.`}
        {done === 0 && (
          <span> A {word} is done when you’ve watched 90 percent of its video, read its text to the end, or pressed Done.</span>
        )}
        {hasChangelog && <span> Changelogs don’t count.</span>}
      </p>
    </details>
  );
}

function countOf(count: number, word: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? word : `${word}s`}`;
}
