import { ReturnMark } from '@newline/ui/components/return-mark';
import { Icon } from '@newline/ui/components/icon';
import { ArrowRight } from 'lucide';
import { Fragment } from 'react';
import { Link } from '../link.tsx';
import { Cover } from '../catalog/cover.tsx';
import { CachedFragment } from '../shell/cached-fragment.tsx';
import { formatDuration } from '../format-duration.ts';
import type { LessonState, LibraryEntry } from './library-facts.ts';
import styles from './library-list.module.css';

type Props = {
  entry: LibraryEntry;
  /** True for the most recently used item. */
  isCurrent: boolean;
};

const statusLabels = { 'not-started': 'Not Started', 'in-progress': 'In Progress', completed: 'Completed' };

/** A course or book in a library: its cover, one tick per lesson, and where to continue. */
export function LibraryRow({ entry, isCurrent }: Props) {
  const doneCount = entry.lessonStates.filter((state) => state === 'done').length;
  return (
    <li className={isCurrent ? `row row--on ${styles.row}` : `row ${styles.row}`} data-status={entry.status}>
      <RowTitle entry={entry} />
      <div className={styles.progress}>
        <Ticks states={entry.lessonStates} />
        <span className="meta num">
          {entry.finished !== null && (
            <span className={styles.finished}>
              <ReturnMark /> {entry.finished}
            </span>
          )}
          {entry.finished === null && (
            <>
              {statusLabels[entry.status]}
              {entry.lessonStates.length > 0 && (
                <span className="sep">
                  {doneCount.toLocaleString('en')} of {entry.lessonStates.length.toLocaleString('en')}
                </span>
              )}
            </>
          )}
        </span>
        {entry.next !== null && (
          <Link className={`meta ${styles.next}`} to={entry.next.path} prefetch="intent">
            <b>{entry.status === 'in-progress' ? 'Continue' : 'Start'}</b> <bdi>{entry.next.label}</bdi>
            {entry.next.second !== null && <span className="sep num">{formatDuration(entry.next.second)}</span>}{' '}
            <Icon of={ArrowRight} small />
          </Link>
        )}
      </div>
      <span className={`meta num ${styles.when}`}>{entry.when}</span>
    </li>
  );
}

/** The part of a row that is the same for all readers. The server renders it once, under a name with everything that it depends on. */
function CachedTitle({ entry }: { entry: LibraryEntry }) {
  const { kind, facts, title, permalink, topic, posterImageUrl } = entry;
  const name = encodeURIComponent(JSON.stringify([kind, facts, title, permalink, topic, posterImageUrl])).replaceAll("'", '%27');
  return (
    <CachedFragment name={`title ${name}`}>
      <Title entry={entry} />
    </CachedFragment>
  );
}

const RowTitle = import.meta.env.SSR ? CachedTitle : Title;

/** The title of a row with its cover, its kind and its instructors. */
function Title({ entry }: { entry: LibraryEntry }) {
  return (
    <>
      <Link className={styles.cover} to={entry.permalink} data-kind={entry.kind} tabIndex={-1} aria-hidden="true">
        <Cover title={entry.title} kind={entry.kind} topic={entry.topic} imageUrl={entry.posterImageUrl} />
      </Link>
      <div className={styles.words}>
        <span className="meta">
          {entry.facts.map((fact, index) => (
            <Fragment key={fact}>
              {index > 0 ? ' ' : ''}
              <span className={index > 0 ? 'sep' : undefined}>
                <bdi>{fact}</bdi>
              </span>
            </Fragment>
          ))}
        </span>
        <Link className={styles.title} to={entry.permalink} prefetch="intent" data-library-title="" dir="auto">
          {entry.title}
        </Link>
      </div>
    </>
  );
}

/** The width of the ticks in a row of the desk, in px, from which their gaps are computed. */
const ticksWidth = 240;

/** One tick per lesson, 2 px apart as long as they fit: full for a finished lesson, half as high for one that was begun. */
function Ticks({ states }: { states: readonly LessonState[] }) {
  const width = states.length <= 40 ? 1 - (2 * states.length) / ticksWidth : 1;
  const pathOf = (target: LessonState, top = 0) =>
    states.map((state, index) => (state === target ? `M${index} ${top}h${width}V1h-${width}z` : '')).join('');
  return (
    <svg className={styles.ticks} viewBox={`0 0 ${Math.max(states.length, 1)} 1`} preserveAspectRatio="none" aria-hidden="true">
      <path d={pathOf('open')} data-state="open" />
      <path d={pathOf('started')} data-state="open" />
      <path d={pathOf('started', 0.5)} data-state="done" />
      <path d={pathOf('done')} data-state="done" />
    </svg>
  );
}
