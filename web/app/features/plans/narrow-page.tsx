import type { ReactNode } from 'react';
import styles from './plans.module.css';

/** A page with one thing to do. */
export function NarrowPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <div className="wrap">
        <div className={`line line--first ${styles.tall}`}>
          <span className="no no--on" aria-hidden="true">
            1
          </span>
          <div className={styles.narrow}>
            <h1>{title}</h1>
            {children}
          </div>
        </div>
      </div>
    </main>
  );
}
