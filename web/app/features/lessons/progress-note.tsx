import { formatDuration } from '../../shared/format-duration.ts';
import { useSlots } from '../../shared/own/use-slots.ts';
import type { LessonFacts } from './lesson-facts.ts';
import type { ProgressNode } from './lesson-documents.ts';
import styles from './lesson-page.module.css';

/** Explains why a lesson counts as completed, or what is missing. */
export function ProgressNote({ lesson }: { lesson: LessonFacts }) {
  const { progress, hasText } = lesson;
  const slots = useSlots();
  return (
    <details className={styles.note}>
      <summary className="meta" {...slots.text('note-title')}>
        {noteTitle(progress)}
      </summary>
      <p {...slots.text('note-reason')}>{reasonOf(lesson)}</p>
      {hasText && progress?.reason !== 'BY_HAND' && (
        <p>
          A text counts as read when all of it has been on your screen, at no more than 1,000 words a minute. Jumping to the end doesn’t
          count. If the text has exercises, the tests of each have to pass, too.
        </p>
      )}
      <p className="meta num" {...slots.text('note-counts')}>
        {countsOf(lesson)}
      </p>
    </details>
  );
}

/** Returns the title of the note. */
export function noteTitle(progress: ProgressNode | null): string {
  return progress?.isCompleted ? 'Why this counts as done' : 'What counts as done';
}

/** Returns why the lesson counts as completed, or when it will. */
export function reasonOf({ progress, video, hasText }: Pick<LessonFacts, 'progress' | 'video' | 'hasText'>): string {
  const reason = progress?.reason ?? null;
  if (reason === 'WATCHED') return 'You watched 90 percent of the video. Seconds watched twice count once.';
  if (reason === 'READ') return 'You read the text to the end.';
  if (reason === 'BY_HAND') return 'You marked it as done.';
  const hasVideo = progress === null ? video !== null : progress.videoSeconds !== null;
  const isRead = progress === null ? hasText : progress.blocks > 0;
  const ways = [hasVideo && 'watch 90 percent of the video', isRead && 'read the text to the end'].filter(Boolean);
  return `Done when you ${[...ways, 'press “Done”'].join(', or ')}.`;
}

/** Returns how much of the video was watched, and how many blocks were read; empty without either. */
export function countsOf({ progress }: Pick<LessonFacts, 'progress'>): string {
  if (progress === null) return '';
  const { videoSeconds, watchedSeconds, blocks, readBlocks } = progress;
  return [
    videoSeconds !== null && `${formatDuration(watchedSeconds)} of ${formatDuration(videoSeconds)} watched`,
    blocks > 0 && `${readBlocks} of ${blocks} blocks read`,
  ]
    .filter(Boolean)
    .join(' · ');
}
