import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

type Props = {
  title: string;
  /** 3 where it stands below a heading of its own. */
  level?: 2 | 3;
  children?: ReactNode;
  action?: ReactNode;
};

/** Nothing here: a sentence that says why, and one way out. */
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
