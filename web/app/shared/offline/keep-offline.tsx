import { Button } from '@newline/ui/components/button';
import { useState } from 'react';
import { LocalDate } from '../dates/local-date.tsx';
import { Link } from '../link.tsx';
import { useViewer } from '../viewer.tsx';
import { explainKeepFault } from './explain-keep-fault.ts';
import { formatBytes } from './format-bytes.ts';
import type { KeepProgress } from './keep-title.ts';
import { canKeepOffline } from './offline-titles.ts';
import { type OfflineTitleState, useOfflineTitle, useVideoSize } from './use-offline-title.ts';
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
  const [wantsVideos, setWantsVideos] = useState(false);
  const videoSize = useVideoSize({ id, kind, isNeeded: wantsVideos });
  const mayAddVideos = !isRunning && size?.mayKeepVideos === true && title?.hasVideos !== true;
  const hasVideos = title?.hasVideos === true || (mayAddVideos && wantsVideos);
  const newVideoBytes = mayAddVideos && wantsVideos ? (videoSize ?? 0) : 0;
  const isDone = title?.isComplete === true && (title.hasVideos ?? false) === hasVideos;
  return (
    <section className={styles.part} aria-labelledby="keep-offline">
      <h3 id="keep-offline">Reading offline</h3>
      <p role="status" className={styles.status}>
        {phase !== 'reading' && (
          <span key={phase}>
            <Status state={state} kind={kind} mayAddVideos={mayAddVideos} />
          </span>
        )}
      </p>
      {isRunning && state.progress !== null && <Progress of={state.progress} kind={kind} />}
      {title?.isComplete === true && title.closedCount > 0 && <p className={styles.status}>{closedText(title.closedCount, kind)}</p>}
      {mayAddVideos && (
        <p className={styles.videos}>
          <label className={styles.check}>
            <input type="checkbox" checked={wantsVideos} onChange={(event) => setWantsVideos(event.target.checked)} />
            {title?.isComplete === true ? 'Add its videos' : 'With its videos'}
          </label>
          <span className="meta num" role="status">
            {wantsVideos && (videoSize === null ? 'Loading...' : `About ${formatBytes(videoSize)} more`)}
          </span>
        </p>
      )}
      <p className="acts">
        {isRunning && (
          <Button variant="line" size="small" onClick={cancel}>
            Cancel
          </Button>
        )}
        {!isRunning && !isDone && phase !== 'reading' && (
          <Button variant="line" size="small" onClick={() => keep({ hasVideos, videoBytes: newVideoBytes })}>
            {title === null ? 'Keep offline' : title.isComplete ? 'Keep videos' : 'Continue'}
          </Button>
        )}
        {!isRunning && title === null && size !== null && <span className="meta num">About {formatBytes(size.bytes + newVideoBytes)}</span>}
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

function Progress({ of: { of, done, total }, kind }: { of: KeepProgress; kind: Props['kind'] }) {
  return (
    <p className={styles.progress}>
      <progress aria-label={`${of === 'pages' ? 'Pages' : 'Videos'} of this ${kind}`} max={total} value={done} />
      <span className="meta num" aria-hidden>
        {Math.floor(done)} of {total} {of}
      </span>
    </p>
  );
}

type StatusProps = { state: OfflineTitleState; kind: Props['kind']; mayAddVideos: boolean };

function Status({ state, kind, mayAddVideos }: StatusProps) {
  const { title } = state;
  if (state.phase === 'keeping') return `Keeping this ${kind} offline. You can read it here meanwhile.`;
  if (state.phase === 'failed') return explainKeepFault(state.fault);
  if (title === null) return `The text and images of this ${kind}${mayAddVideos ? '' : ', without videos'}.`;
  if (!title.isComplete) return 'Only a part of it is available offline.';
  return (
    <>
      <span>{title.hasVideos === true ? 'Available offline with its videos since' : 'Available offline since'}</span>{' '}
      <LocalDate of={title.savedAt} look="day" />, {formatBytes(title.bytes)}.
    </>
  );
}

/** Says how many lessons aren't kept because the reader has no access to them. */
export function closedText(count: number, kind: 'course' | 'book'): string {
  const word = kind === 'book' ? 'chapter' : 'lesson';
  return count === 1 ? `Without one ${word} that you don’t have access to.` : `Without ${count} ${word}s that you don’t have access to.`;
}
