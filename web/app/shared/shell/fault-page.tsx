import { Line } from '@newline/ui/components/line';
import { Button } from '@newline/ui/components/button';
import { site } from '@newline/api/rules/site/site';
import { usePageFacts } from '../page-facts.tsx';
import styles from './struck.module.css';

/** The error page: something failed, or (503) is temporarily unavailable. Shows the reference in the log and no other details. */
export function FaultPage({ status }: { status: 500 | 503 }) {
  const { reference } = usePageFacts();
  return (
    <main id="content" className="listing">
      <title>{`${status === 503 ? 'Back in a moment' : 'Something went wrong'} · ${site.name}`}</title>
      <div className="wrap">
        <Line number={status} variant="first" className={styles.struck}>
          <div>
            <h1>{status === 503 ? 'We’ll be right back.' : 'Something went wrong on our end.'}</h1>
            <p className="lead">
              {status === 503
                ? 'Our database isn’t responding. It’s usually back within a minute. Reload the page.'
                : 'We’ve logged the problem. Reload the page. If it happens again, send us the reference.'}
            </p>
            <p className={styles.ways}>
              <Button onClick={() => location.reload()}>Reload</Button>
              <a className="link" href="/">
                Back to line 1
              </a>
            </p>
            {reference && (
              <p className={`meta ${styles.reference}`} data-reference={reference}>
                Reference {reference}
              </p>
            )}
          </div>
        </Line>
      </div>
    </main>
  );
}
