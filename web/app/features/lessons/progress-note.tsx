import { formatDuration } from '../../shared/format-duration.ts';
import type { ProgressNode } from './lesson-documents.ts';
import styles from './lesson-page.module.css';

/** Explains why a lesson counts as completed, or what is missing. */
export function ProgressNote({ progress }: { progress: ProgressNode }) {
  return (
    <details className={styles.note}>
      <summary className="meta">{progress.isCompleted ? 'Why this counts as done' : 'What counts as done'}</summary>
      <p>{reasonOf(progress)}</p>
      {progress.blocks > 0 && progress.reason !== 'BY_HAND' && (
        <p>
          A text counts as read when all of it has been on your screen, at no more than 1,000 words a minute. Jumping to the end doesn’t
          count.
        </p>
      )}
      <p className="meta num">
        {[
          progress.videoSeconds !== null &&
            `${formatDuration(progress.watchedSeconds)} of ${formatDuration(progress.videoSeconds)} watched`,
          progress.blocks > 0 && `${progress.readBlocks} of ${progress.blocks} blocks read`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </details>
  );
}

function reasonOf({ reason, videoSeconds, blocks }: ProgressNode): string {
  if (reason === 'WATCHED') return 'You watched 90 percent of the video. Seconds watched twice count once.';
  if (reason === 'READ') return 'You read the text to the end.';
  if (reason === 'BY_HAND') return 'You marked it as done.';
  const ways = [videoSeconds !== null && 'watch 90 percent of the video', blocks > 0 && 'read the text to the end'].filter(Boolean);
  return `Done when you ${[...ways, 'press “Done”'].join(', or ')}.`;
}
