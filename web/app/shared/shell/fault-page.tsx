import { Button } from '@newline/ui/components/button';
import { usePageFacts } from '../page-facts.tsx';
import styles from './struck.module.css';

/** Something failed here: says so, and gives the reference that is in the log. Nothing else is told. */
export function FaultPage() {
  const { reference } = usePageFacts();
  return (
    <main id="content" className="listing">
      <title>Our mistake · newline</title>
      <div className="wrap">
        <div className={`line ${styles.struck}`}>
          <span className="no no--on">500</span>
          <div>
            <h1>A line of ours failed.</h1>
            <p className="lead">
              The fault is on this side and has been written down. Load the page again; if it fails twice, tell us the reference.
            </p>
            <p className={styles.ways}>
              <Button onClick={() => location.reload()}>Load it again</Button>
              <a className="link" href="/">
                Back to line 1
              </a>
            </p>
            <p className={`meta ${styles.reference}`} suppressHydrationWarning>
              {reference ? `Reference ${reference}` : ''}
            </p>
          </div>
        </div>
      </div>
    </main>
  );
}
