import { Icon } from '@newline/ui/components/icon';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { Minus } from 'lucide';
import { Link } from '../../shared/link.tsx';
import { checklistOf } from './checklist.ts';
import type { StudioItem } from './studio-item.ts';
import styles from './studio-items.module.css';

/** What is missing before publication, with links. */
export function ReadyList({ item }: { item: StudioItem }) {
  const tasks = checklistOf(item);
  const open = tasks.filter(({ isDone }) => !isDone).length;
  return (
    <section className={styles['tasks']} aria-labelledby="ready-title">
      <h2 id="ready-title">Before you publish</h2>
      <ul>
        {tasks.map(({ id, label, show, isNeeded, isDone }) => (
          <li key={id}>
            {isDone ? <ReturnMark /> : <Icon of={Minus} small />}
            <span>
              <span className="sr">{isDone ? 'Done: ' : 'Missing: '}</span>
              {isDone ? (
                label
              ) : (
                <Link className="link" to={`?show=${show}`} preventScrollReset>
                  {label}
                </Link>
              )}
              {!isDone && isNeeded && <span> (needed)</span>}
            </span>
          </li>
        ))}
      </ul>
      <p className="meta">
        {open === 0 ? 'Nothing is missing.' : `${open} of ${tasks.length} open. Only required items prevent publishing.`}
      </p>
    </section>
  );
}
