import { Button } from '@newline/ui/components/button';
import { LocalDate } from '../dates/local-date.tsx';
import { Link } from '../link.tsx';
import { useViewer } from '../viewer.tsx';
import { explainKeepFault } from './explain-keep-fault.ts';
import { formatBytes } from './format-bytes.ts';
import { canKeepOffline } from './offline-titles.ts';
import { type OfflineTitleState, useOfflineTitle } from './use-offline-title.ts';
import styles from './keep-offline.module.css';

type Props = { id: string; kind: 'course' | 'book' };

/** Keeps a title offline: a button, its progress, and how large the copy is and since when it exists. Nothing in browsers that can't. */
export function KeepOffline(props: Props) {
  const { viewer } = useViewer();
  if (viewer === null || !canKeepOffline()) return null;
  return <KeepOfflineFor {...props} key={`${props.id} ${viewer.id}`} userId={viewer.id} />;
}

function KeepOfflineFor({ id, kind, userId }: Props & { userId: string }) {
  const { state, size, keep, cancel, remove } = useOfflineTitle({ id, kind, userId });
  const { phase, title } = state;
  const isRunning = phase === 'keeping';
  return (
    <section className={styles.part} aria-labelledby="keep-offline">
      <h3 id="keep-offline">Reading offline</h3>
      <p role="status" className={styles.status}>
        {phase !== 'reading' && (
          <span key={phase}>
            <Status state={state} kind={kind} />
          </span>
        )}
      </p>
      {isRunning && state.total > 0 && (
        <p className={styles.progress}>
          <progress aria-label={`Pages of this ${kind}`} max={state.total} value={state.done} />
          <span className="meta num" aria-hidden>
            {state.done} of {state.total} pages
          </span>
        </p>
      )}
      {title?.isComplete === true && title.closedCount > 0 && <p className={styles.status}>{closedText(title.closedCount, kind)}</p>}
      <p className="acts">
        {isRunning && (
          <Button variant="line" size="small" onClick={cancel}>
            Cancel
          </Button>
        )}
        {!isRunning && title?.isComplete !== true && phase !== 'reading' && (
          <Button variant="line" size="small" onClick={keep}>
            {title === null ? 'Keep offline' : 'Continue'}
          </Button>
        )}
        {!isRunning && title === null && size !== null && <span className="meta num">About {formatBytes(size)}</span>}
        {!isRunning && title !== null && (
          <>
            <Button variant="line" size="small" aria-label={`Remove copy of this ${kind}`} onClick={() => void remove()}>
              Remove copy
            </Button>
            <Link className="link" to="/library/offline">
              Available offline
            </Link>
          </>
        )}
      </p>
    </section>
  );
}

function Status({ state, kind }: { state: OfflineTitleState; kind: Props['kind'] }) {
  const { title } = state;
  if (state.phase === 'keeping') return `Keeping this ${kind} offline. You can read it here meanwhile.`;
  if (state.phase === 'failed') return explainKeepFault(state.fault);
  if (title === null) return `The text and images of this ${kind}, without videos.`;
  if (!title.isComplete) return 'Only a part of it is available offline.';
  return (
    <>
      Available offline since <LocalDate of={title.savedAt} look="day" />, {formatBytes(title.bytes)}.
    </>
  );
}

/** Says how many lessons aren't kept because the reader has no access to them. */
export function closedText(count: number, kind: 'course' | 'book'): string {
  const word = kind === 'book' ? 'chapter' : 'lesson';
  return count === 1 ? `Without one ${word} that you don’t have access to.` : `Without ${count} ${word}s that you don’t have access to.`;
}
