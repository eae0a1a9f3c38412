import type { ReactNode } from 'react';
import styles from './badge.module.css';

type Props = { children: ReactNode; look?: 'quiet' | 'new' | 'solid' | 'line' };

/** A label of one or two words, shown inline. */
export function Badge({ children, look = 'quiet' }: Props) {
  return <span className={look === 'quiet' ? styles.badge : `${styles.badge} ${styles[look]}`}>{children}</span>;
}
