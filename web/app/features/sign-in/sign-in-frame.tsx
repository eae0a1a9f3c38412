import { Line } from '@newline/ui/components/line';
import type { ReactNode } from 'react';
import styles from './sign-in.module.css';

/** A page with one narrow form. */
export function SignInFrame({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <div className="wrap">
        <Line number={1} variant="first" className={styles.tall}>
          <div className={styles.page}>
            <h1>{title}</h1>
            {lead && <p className="lead">{lead}</p>}
            {children}
          </div>
        </Line>
      </div>
    </main>
  );
}
