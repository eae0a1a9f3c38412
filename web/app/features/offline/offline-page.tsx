import { buttonClass } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Line } from '@newline/ui/components/line';
import { Suspense } from 'react';
import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { LocalDate } from '../../shared/dates/local-date.tsx';
import { Link } from '../../shared/link.tsx';
import { formatBytes } from '../../shared/offline/format-bytes.ts';
import { closedText } from '../../shared/offline/keep-offline.tsx';
import { offlineDays, type OfflineTitle } from '../../shared/offline/offline-titles.ts';
import { lazyComponent } from '../../shared/lazy-component.ts';
import { useOutbox } from '../../shared/outbox/use-outbox.ts';
import { type OfflineList, useOfflineList } from './use-offline-list.ts';
import { useRequestedPage } from './use-requested-page.ts';
import styles from './offline-page.module.css';

// Few readers have anything that waits.
const OutboxList = lazyComponent(() => import('../../shared/outbox/outbox-list.tsx').then((module) => module.OutboxList));

/** The list of what a reader keeps in this browser: how large, since when, until when. It opens without a connection. */
export function OfflinePage() {
  const { list, isReachable, remove, removeAll } = useOfflineList();
  const waiting = useOutbox();
  const requested = useRequestedPage();
  return (
    <div className="wrap">
      <Line variant="first" className={styles.page}>
        <div>
          <div className={styles.top}>
            <h1>Available offline</h1>
            {list.phase === 'ready' && list.titles.length > 0 && <Totals list={list} />}
          </div>
          {!isReachable && (
            <p role="status" className={`${styles.note} ${styles.unreachable}`}>
              No connection. You can read what’s listed here; everything else needs a connection.
            </p>
          )}
          {requested !== null && (
            <p className={styles.note}>
              <b dir="ltr">{requested}</b> isn’t available offline.{' '}
              <a className="link" href={requested}>
                Try to open it again
              </a>
            </p>
          )}
          {waiting.length > 0 && (
            <Suspense>
              <OutboxList entries={waiting} isWithPages />
            </Suspense>
          )}
          <Titles list={list} onRemove={remove} onRemoveAll={removeAll} />
        </div>
      </Line>
    </div>
  );
}

type TitlesProps = { list: OfflineList; onRemove: (title: OfflineTitle) => Promise<void>; onRemoveAll: () => Promise<void> };

function Titles({ list, onRemove, onRemoveAll }: TitlesProps) {
  if (list.phase !== 'ready') return <NoList phase={list.phase} />;
  if (list.titles.length === 0)
    return (
      <EmptyState
        title="Nothing is available offline yet"
        action={
          <Link className={buttonClass()} to="/library">
            Open your library
          </Link>
        }
      >
        Open the page of a course or book that you have access to, and press Keep offline.
      </EmptyState>
    );
  return (
    <>
      <ul className={`rows ${styles.titles}`}>
        {list.titles.map((title) => (
          <li key={title.id} className={`row ${styles.title}`}>
            <Title title={title} onRemove={onRemove} />
          </li>
        ))}
      </ul>
      <p className={styles.note}>
        You can read until <LocalDate of={list.until} look="day" /> without a connection. Each time this browser reaches the site, the{' '}
        {offlineDays} days start again. Copies are removed when you sign out, and when your access ends.
      </p>
      <ConfirmButton
        action="Remove all"
        object="copies in this browser"
        consequence="You can keep the titles again while you’re online. Your progress stays."
        onConfirm={onRemoveAll}
      />
    </>
  );
}

/** Shown instead of the list. */
function NoList({ phase }: { phase: Exclude<OfflineList['phase'], 'ready'> }) {
  if (phase === 'reading') return <p className="meta">Loading...</p>;
  if (phase === 'failed') return <ErrorNote>We couldn’t read what’s stored in this browser. Reload the page.</ErrorNote>;
  return <EmptyState title="This browser can’t keep anything offline">It blocks storage for this site, or is too old.</EmptyState>;
}

function Title({ title, onRemove }: { title: OfflineTitle; onRemove: (title: OfflineTitle) => Promise<void> }) {
  const { kind, path, pages, bytes, savedAt, updatedAt, isComplete, closedCount } = title;
  return (
    <>
      <div>
        <h2 className={styles.name}>
          <Link className="link" to={path}>
            <bdi>{title.title}</bdi>
          </Link>
        </h2>
        <p className="meta num">
          <span>{`${kind === 'book' ? 'Book' : 'Course'}${title.hasVideos === true ? ' with videos' : ''}`}</span>
          <span className="sep">{formatBytes(bytes)}</span>
          <span className="sep">
            since <LocalDate of={savedAt} look="day" />
          </span>
          {updatedAt !== savedAt && (
            <span className="sep">
              updated <LocalDate of={updatedAt} look="day" />
            </span>
          )}
        </p>
        {!isComplete && (
          <p className="meta">
            {pages.length === 1 ? 'Only one page is stored.' : `Only ${pages.length} pages are stored.`} Open it online to continue.
          </p>
        )}
        {closedCount > 0 && <p className="meta">{closedText(closedCount, kind)}</p>}
      </div>
      <ConfirmButton
        action="Remove"
        object={`“${title.title}”`}
        title={`Remove the offline copy of “${title.title}”?`}
        consequence="You can keep it again while you’re online. Your progress stays."
        onConfirm={() => onRemove(title)}
      />
    </>
  );
}

function Totals({ list }: { list: Extract<OfflineList, { phase: 'ready' }> }) {
  const bytes = list.titles.reduce((sum, title) => sum + title.bytes, 0);
  return (
    <p className="meta num">
      <b>{list.titles.length}</b> {list.titles.length === 1 ? 'title' : 'titles'}
      <span className="sep">{formatBytes(bytes)}</span>
      {list.bytesLeft !== null && <span className="sep">{formatBytes(list.bytesLeft)} free</span>}
    </p>
  );
}
