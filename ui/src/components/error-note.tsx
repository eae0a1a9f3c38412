import { CircleCheck, CircleX } from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './error-note.module.css';

/** An error message: an icon and one sentence that says what to do. Announced immediately. */
export function ErrorNote({ children }: { children: ReactNode }) {
  return (
    <div className={styles.err} role="alert">
      <Icon of={CircleX} />
      <span>{children}</span>
    </div>
  );
}

/** A success message. Announced politely. */
export function DoneNote({ children }: { children: ReactNode }) {
  return (
    <div className={`${styles.err} ${styles.done}`} role="status">
      <Icon of={CircleCheck} />
      <span>{children}</span>
    </div>
  );
}
