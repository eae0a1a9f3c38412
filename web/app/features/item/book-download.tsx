import { Button } from '@newline/ui/components/button';
import { type MouseEvent, useId } from 'react';
import styles from './item-page.module.css';
import { type BookExportState, useBookExport } from './use-book-export.ts';

/**
 * The link to a book as a file. Pressing it starts the export and shows its progress, and the download begins when it's ready. Without
 * JavaScript the link leads to a page that waits for the file.
 */
export function BookDownload({ slug, format, isPart }: { slug: string; format: 'epub' | 'pdf'; isPart: boolean }) {
  const url = `/media/b/${slug}.${format}`;
  const { state, start } = useBookExport(url);
  const statusId = useId();
  const kind = format.toUpperCase();
  const isWaiting = state.phase === 'queued' || state.phase === 'running';
  const press = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    // When the file is ready, it's an ordinary link.
    if (state.phase === 'ready') return;
    event.preventDefault();
    if (!isWaiting) start();
  };
  return (
    <>
      <a className="link" href={url} rel="nofollow" aria-describedby={statusId} onClick={press}>
        {kind}
      </a>
      {isPart && <span className="meta"> of the free part</span>}
      {isWaiting && <Progress kind={kind} state={state} />}
      <span id={statusId} role="status" className={`meta ${styles.exportStatus}`}>
        {statusText(kind, state)}
      </span>
      {state.phase === 'failed' && (
        <Button variant="line" size="small" aria-label={`Try again to create the ${kind}`} onClick={start}>
          Try again
        </Button>
      )}
    </>
  );
}

/** The progress bar, with the current step next to it. Steps aren't announced; screen reader users can move to the bar. */
function Progress({ kind, state }: { kind: string; state: BookExportState & { phase: 'queued' | 'running' } }) {
  const label = state.phase === 'running' ? state.label : '';
  return (
    <span className={styles.export}>
      <progress
        aria-label={`Progress of the ${kind}`}
        aria-valuetext={label === '' ? undefined : label}
        {...(state.phase === 'running' && state.stepCount > 0 && { max: state.stepCount, value: state.step })}
      />
      <span className="meta num" aria-hidden>
        {label}
      </span>
    </span>
  );
}

function statusText(kind: string, state: BookExportState): string {
  switch (state.phase) {
    case 'idle':
      return '';
    case 'queued':
      if (state.ahead === 0) return `Your ${kind} will be prepared in a moment.`;
      return state.ahead === 1 ? `Waiting for one other file.` : `Waiting for ${state.ahead} other files.`;
    case 'running':
      return `Preparing your ${kind}. You can leave this page and come back.`;
    case 'ready':
      return state.isDownloading ? 'Your download has started. The link stays ready.' : `Your ${kind} is ready.`;
    case 'failed':
      return state.reason;
  }
}
