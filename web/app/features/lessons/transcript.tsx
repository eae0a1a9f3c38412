import { useEffect, useMemo, useRef, useState } from 'react';
import { formatDuration } from '../../shared/format-duration.ts';
import type { TranscriptLine } from './lesson-facts.ts';
import styles from './lesson-page.module.css';

type Props = {
  lines: readonly TranscriptLine[];
  /** The current second; null before the first play. */
  second: number | null;
  /** Whether it starts open: where there is no text below it. */
  isOpen: boolean;
  onSeek: (second: number) => void;
};

/** The transcript, folded above a text. Pressing a line plays from there, and a search finds lines. */
export function Transcript({ lines, second, isOpen, onSeek }: Props) {
  const [search, setSearch] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const matches = useMemo(() => {
    const query = search.trim().toLocaleLowerCase();
    return query === '' ? lines : lines.filter((line) => line.words.toLocaleLowerCase().includes(query));
  }, [lines, search]);
  const current = second === null ? null : lines.findLast((line) => line.second <= second + 0.25);
  useEffect(() => showCurrent(list.current), [current]);
  return (
    <section className={styles.transcript} aria-labelledby="transcript">
      <details open={isOpen} onToggle={() => showCurrent(list.current)}>
        <summary>
          <h2 id="transcript">Transcript</h2>
        </summary>
        <input
          dir="auto"
          type="search"
          aria-label="Search the transcript"
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        {matches.length === 0 ? (
          <p className="meta" role="status">
            No matches for “{search.trim()}”.
          </p>
        ) : (
          <ol className={`rows ${styles.said}`} ref={list}>
            {matches.map((line) => (
              <li key={line.second}>
                <button
                  type="button"
                  className={line === current ? 'row row--on' : 'row'}
                  aria-current={line === current ? 'true' : undefined}
                  onClick={() => onSeek(line.second)}
                >
                  <span className="ln">{formatDuration(Math.floor(line.second))}</span>
                  <span dir="auto">{line.words}</span>
                </button>
              </li>
            ))}
          </ol>
        )}
      </details>
    </section>
  );
}

/** Scrolls the list to its current line. The page keeps its position. */
function showCurrent(list: HTMLElement | null): void {
  const line = list?.querySelector<HTMLElement>('[aria-current]');
  if (list && line) list.scrollTop = line.offsetTop - list.clientHeight / 3;
}
