import { useEffect, useState } from 'react';
import type { TextHeading } from './text-facts.ts';
import styles from './table-of-contents.module.css';

/** The deepest level that is listed. */
const maxLevel = 3;
/** With fewer headings, there is no list. */
const minHeadings = 2;

/** The headings of a text next to it, each with its block number; collapsible on narrow pages. */
export function TableOfContents({ headings }: { headings: readonly TextHeading[] }) {
  const lines = headings.filter(({ level }) => level <= maxLevel);
  const current = useCurrent(lines);
  if (lines.length < minHeadings) return null;
  const list = (
    <ol className={styles.lines}>
      {lines.map(({ id, text, level, number }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className={level === maxLevel ? `${styles.line} ${styles.deep}` : styles.line}
            aria-current={current === id ? 'true' : undefined}
          >
            <span className="ln" aria-hidden="true">
              {number}
            </span>
            <span dir="auto">{text}</span>
          </a>
        </li>
      ))}
    </ol>
  );
  return (
    <>
      <nav className={styles.wide} aria-label="On this page">
        {list}
      </nav>
      <details className={styles.narrow}>
        <summary>On this page</summary>
        <nav aria-label="On this page, collapsed">{list}</nav>
      </details>
    </>
  );
}

/** Returns the current heading: the last one above the upper third of the window. */
function useCurrent(lines: readonly TextHeading[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  const ids = lines.map(({ id }) => id).join(' ');
  useEffect(() => {
    const headings = ids.split(' ').flatMap((id) => document.getElementById(id) ?? []);
    const find = () => setCurrent(headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 3)?.id ?? null);
    // Only a heading that crosses the line can change it. Content far above counts as visible, so that a jump crosses it too.
    const observer = new IntersectionObserver(find, { rootMargin: '1000000px 0px -67% 0px' });
    for (const heading of headings) observer.observe(heading);
    return () => observer.disconnect();
  }, [ids]);
  return current;
}
