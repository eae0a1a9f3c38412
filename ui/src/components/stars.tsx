import { Star } from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './stars.module.css';

/** A rating as five stars, filled up to the whole number. `value` is 0 to 5. */
export function Stars({ value }: { value: number }) {
  const filled = Math.round(value);
  return (
    <span className={styles.stars} role="img" aria-label={`${filled} of 5 stars`}>
      {[1, 2, 3, 4, 5].map((star) => (
        <span key={star} className={star <= filled ? styles.on : undefined}>
          <Icon of={Star} />
        </span>
      ))}
    </span>
  );
}

/** One star with text: '4.8 / 5'. */
export function StarLine({ children }: { children: ReactNode }) {
  return (
    <span className={styles.rate}>
      <Icon of={Star} />
      {children}
    </span>
  );
}
