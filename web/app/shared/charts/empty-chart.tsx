import type { ReactNode } from 'react';
import styles from './empty-chart.module.css';

/** Shown for a chart without data: a sentence that says why, and the chart with made-up numbers as an example. */
export function EmptyChart({ sentence, children }: { sentence: string; children: ReactNode }) {
  return (
    <figure className={styles.none}>
      <figcaption>{sentence}</figcaption>
      <div className={styles.example} aria-hidden="true">
        <p className="meta">Example</p>
        {children}
      </div>
    </figure>
  );
}
