import { useEffect, useState } from 'react';
import type { TextHeading } from './text-facts.ts';
import styles from './table-of-contents.module.css';

/** Deeper headings are not listed. */
const deepest = 3;
/** A list of fewer lines helps nobody. */
const fewest = 2;

/** The headings of a text beside it, each with its number in the gutter; on a narrow page a part that opens. */
export function TableOfContents({ headings }: { headings: readonly TextHeading[] }) {
  const lines = headings.filter(({ level }) => level <= deepest);
  const current = useCurrent(lines);
  if (lines.length < fewest) return null;
  const list = (
    <ol className={styles.lines}>
      {lines.map(({ id, text, level, number }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className={level === deepest ? `${styles.line} ${styles.deep}` : styles.line}
            aria-current={current === id ? 'true' : undefined}
          >
            <span className="ln" aria-hidden="true">
              {number}
            </span>
            <span>{text}</span>
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
        <nav aria-label="On this page, folded">{list}</nav>
      </details>
    </>
  );
}

/** The heading under which the reader is: the last one above the upper third of the window. */
function useCurrent(lines: readonly TextHeading[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  const ids = lines.map(({ id }) => id).join(' ');
  useEffect(() => {
    const headings = ids.split(' ').flatMap((id) => document.getElementById(id) ?? []);
    const find = () => setCurrent(headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 3)?.id ?? null);
    // A heading that crosses the line is all that can change it. What is far above counts as seen, so that a jump crosses it, too.
    const observer = new IntersectionObserver(find, { rootMargin: '1000000px 0px -67% 0px' });
    for (const heading of headings) observer.observe(heading);
    return () => observer.disconnect();
  }, [ids]);
  return current;
}
