import type { ReactNode } from 'react';
import styles from './badge.module.css';

type Props = { children: ReactNode; look?: 'quiet' | 'new' | 'solid' | 'line' };

/** One or two words about a thing, in its line. */
export function Badge({ children, look = 'quiet' }: Props) {
  return <span className={look === 'quiet' ? styles.badge : `${styles.badge} ${styles[look]}`}>{children}</span>;
}
