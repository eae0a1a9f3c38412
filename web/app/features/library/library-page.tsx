import { Line } from '@newline/ui/components/line';
import { buttonClass } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { Link } from '../../shared/link.tsx';
import type { LibraryChoice } from '../../shared/library/library-choice.ts';
import { LibraryList } from '../../shared/library/library-list.tsx';
import { BegunPaths } from './begun-paths.tsx';
import type { OwnLibrary } from './load-library.server.ts';
import styles from './library-page.module.css';

type Props = OwnLibrary & { onChoose: (choice: LibraryChoice, isTyping: boolean) => void };

/** The user's library: their items, progress and streak, and where to continue. */
export function LibraryPage({ choice, list, completedCount, streak, isTodayCounted, timeZone, paths, onChoose }: Props) {
  return (
    <div className="wrap">
      <Line variant="first" className={styles.page}>
        <div>
          <div className={styles.top}>
            <h1>Your library</h1>
            <p className="meta num">
              <b>{list.itemsCount.toLocaleString('en')}</b> {list.itemsCount === 1 ? 'title' : 'titles'}
              <span className="sep">
                <b>{completedCount.toLocaleString('en')}</b> finished
              </span>
              <span className="sep">
                <Link className="link" to="/library/offline">
                  Available offline
                </Link>
              </span>
              <span className="sep">{streak === 0 ? 'no streak yet' : <Streak days={streak} isTodayCounted={isTodayCounted} />}</span>
            </p>
          </div>
          <LibraryList {...list} choice={choice} onChoose={onChoose} action="/library" empty={<EmptyLibrary />} />
          <BegunPaths paths={paths} />
          <p className={styles.notes}>
            <Link className="link" to="/library/notes">
              Your notes and highlights
            </Link>
          </p>
          <details className={styles.why}>
            <summary>How progress is counted</summary>
            <dl>
              <dt>What’s here</dt>
              <dd>Every course and book you’ve enrolled in, bought or opened a lesson of.</dd>
              <dt>Not Started, In Progress, Completed</dt>
              <dd>
                No progress yet; progress in at least one lesson; all lessons completed. A lesson is completed when you watch 90% of its
                video, read its text to the end or press Done. Changelogs don’t count.
              </dd>
              <dt>Ticks</dt>
              <dd>One per lesson: full when completed, red when partly watched or read.</dd>
              <dt>Continue</dt>
              <dd>The lesson you opened last, where you left off. Once it’s completed, the next unfinished one.</dd>
              {paths.length > 0 && (
                <>
                  <dt>Learning paths</dt>
                  <dd>Paths with at least one step that you’ve begun. Each step counts equally.</dd>
                </>
              )}
              <dt>Streak</dt>
              <dd>
                Days in a row on which you watched, read or completed something, in your time zone ({timeZone}). Today doesn’t break your
                streak until it’s over.
              </dd>
            </dl>
          </details>
        </div>
      </Line>
    </div>
  );
}

function Streak({ days, isTodayCounted }: { days: number; isTodayCounted: boolean }) {
  return (
    <>
      <b>{days}</b> {days === 1 ? 'day' : 'days'} in a row, {isTodayCounted ? 'including today' : 'not yet today'}
    </>
  );
}

function EmptyLibrary() {
  return (
    <EmptyState
      title="Your library is empty"
      action={
        <div className="acts">
          <Link className={buttonClass()} to="/courses">
            Choose a course
          </Link>
          <Link className="link" to="/books">
            or a book
          </Link>
        </div>
      }
    >
      Courses and books appear here when you enroll, buy or open a lesson.
    </EmptyState>
  );
}
