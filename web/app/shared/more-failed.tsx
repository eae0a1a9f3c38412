import { Button } from '@newline/ui/components/button';
import { hasFailed, type More } from './use-more.ts';
import styles from './more-failed.module.css';

/** An error message with a retry button for the next page of a list; renders nothing if it hasn't failed. */
export function MoreFailed({ more }: { more: Pick<More, 'subject' | 'state' | 'retry'> }) {
  if (!hasFailed(more)) return null;
  const isAsking = more.state === 'again';
  return (
    <p className={styles.failed}>
      <span role="alert">{isAsking ? '' : `${more.subject} couldn’t be loaded.`}</span>
      <Button variant="line" size="small" isBusy={isAsking} onClick={more.retry}>
        {isAsking ? 'Loading...' : 'Try again'}
      </Button>
    </p>
  );
}
