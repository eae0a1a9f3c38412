import type { CaptionRepair } from './video-documents.ts';
import styles from './video-field.module.css';

/** Shows the repairs of saved captions, with the lines of the file; empty without any. */
export function CaptionRepairs({ repairs }: { repairs: readonly CaptionRepair[] }) {
  if (repairs.length === 0) return null;
  return (
    <div role="status">
      <p className="meta">Some lines were changed so that browsers show them:</p>
      <ul className={styles['repairs']}>
        {repairs.map((repair) => (
          <li key={repair.message}>
            {linesOf(repair)}: {repair.message}
          </li>
        ))}
      </ul>
    </div>
  );
}

const shownLines = 3;

function linesOf({ lines, count }: CaptionRepair): string {
  const shown = lines.slice(0, shownLines).map(String);
  const more = Math.max(count, lines.length) - shown.length;
  const names = new Intl.ListFormat('en').format([...shown, ...(more > 0 ? [`${more} more`] : [])]);
  return `${shown.length + more === 1 ? 'Line' : 'Lines'} ${names}`;
}
