import { Line } from '@newline/ui/components/line';
import type { ReactNode } from 'react';
import styles from './plans.module.css';

/** A narrow page with a single task. */
export function NarrowPage({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <div className="wrap">
        <Line number={1} variant="first" className={styles.tall}>
          <div className={styles.narrow}>
            <h1>{title}</h1>
            {children}
          </div>
        </Line>
      </div>
    </main>
  );
}
