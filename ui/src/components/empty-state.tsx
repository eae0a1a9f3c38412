import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

type Props = {
  title: string;
  /** The level of its heading: 3 when it's below another heading. */
  level?: 2 | 3;
  children?: ReactNode;
  action?: ReactNode;
};

/** An empty state: a sentence that says why, and one action. */
export function EmptyState({ title, level = 2, children, action }: Props) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.none}>
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
