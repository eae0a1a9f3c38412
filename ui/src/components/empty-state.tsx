import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

type Props = { title: string; children?: ReactNode; action?: ReactNode };

/** Nothing here: a sentence that says why, and one way out. */
export function EmptyState({ title, children, action }: Props) {
  return (
    <div className={styles.none}>
      <h3>{title}</h3>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
