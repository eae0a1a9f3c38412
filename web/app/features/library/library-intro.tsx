import { Line } from '@newline/ui/components/line';
import { SignInForm } from '../../shared/login/sign-in-form.tsx';
import styles from './library-page.module.css';

/** The library page for a visitor: explains it, and returns to the same URL after signing in. */
export function LibraryIntro({ returnTo }: { returnTo: string }) {
  return (
    <div className="wrap">
      <Line variant="first" className={styles.page}>
        <div className={styles.intro}>
          <h1>Your library</h1>
          <p className="lead">Sign in to see your courses and books and continue where you left off.</p>
          <SignInForm returnTo={returnTo} />
        </div>
      </Line>
    </div>
  );
}
