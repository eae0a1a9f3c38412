import { CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './error-note.module.css';

/** Something went wrong: an icon and one sentence that says what to do. Announced at once. */
export function ErrorNote({ children }: { children: ReactNode }) {
  return (
    <div className={styles.err} role="alert">
      <Icon of={CircleX} />
      <span>{children}</span>
    </div>
  );
}

/** Something went right and is worth a sentence. Announced politely. */
export function DoneNote({ children }: { children: ReactNode }) {
  return (
    <div className={`${styles.err} ${styles.done}`} role="status">
      <Icon of={CircleCheck} />
      <span>{children}</span>
    </div>
  );
}
