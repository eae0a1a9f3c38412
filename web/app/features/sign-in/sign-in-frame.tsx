import type { ReactNode } from 'react';
import styles from './sign-in.module.css';

/** A page with one narrow form. */
export function SignInFrame({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <div className="wrap">
        <div className={`line line--first ${styles.tall}`}>
          <span className="no no--on" aria-hidden="true">
            1
          </span>
          <div className={styles.page}>
            <h1>{title}</h1>
            {lead && <p className="lead">{lead}</p>}
            {children}
          </div>
        </div>
      </div>
    </main>
  );
}
