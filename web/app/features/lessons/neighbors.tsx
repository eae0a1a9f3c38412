import { shortcutKey } from '@newline/ui/shortcut-key';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { Link } from '../../shared/link.tsx';
import { isWriting } from '../../shared/shortcuts/is-writing.ts';
import { useShortcuts } from '../../shared/shortcuts/use-shortcuts.ts';
import type { LessonFacts, OutlineLine } from './lesson-facts.ts';
import styles from './lesson-page.module.css';

/** Links to the previous and next lesson; Shift with P or N goes there too. */
export function Neighbors({ lesson }: { lesson: LessonFacts }) {
  const lines = lesson.parts.flatMap((part) => part.lines);
  const at = lines.findIndex(({ id }) => id === lesson.id);
  const word = lesson.kind === 'chapter' ? 'Chapter' : 'Lesson';
  const label = ({ number }: OutlineLine) => (number === null ? 'What changed' : `${word} ${number}`);
  const [before, after] = [at > 0 ? lines[at - 1] : undefined, at >= 0 ? lines[at + 1] : undefined];
  useNeighbourKeys(before?.permalink ?? null, after?.permalink ?? null);
  if (!before && !after) return null;
  return (
    <nav className={styles.neighbors} aria-label="Previous and next">
      {before ? (
        <Link to={before.permalink} rel="prev" prefetch="intent">
          <span className="meta">{label(before)}</span>
          <b dir="auto">{before.title}</b>
        </Link>
      ) : (
        <span />
      )}
      {after && (
        <Link to={after.permalink} rel="next" prefetch="intent">
          <span className="meta">
            {label(after)} <ReturnMark />
          </span>
          <b dir="auto">{after.title}</b>
        </Link>
      )}
    </nav>
  );
}

function useNeighbourKeys(before: string | null, after: string | null): void {
  const { isOn } = useShortcuts();
  const navigate = useNavigate();
  useEffect(() => {
    if (!isOn) return undefined;
    const hear = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isWriting(event.target)) return;
      const key = shortcutKey(event);
      const path = key === 'N' ? after : key === 'P' ? before : null;
      if (path !== null) void navigate(path);
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [isOn, before, after, navigate]);
}
