import { Star } from 'lucide';
import { useId } from 'react';
import { Icon } from './icon.tsx';
import styles from './star-input.module.css';

type Props = {
  /** 1 to 5; 0 before a star is selected. */
  value: number;
  /** Called with 1 to 5. */
  onChange?: (value: number) => void;
  /** True to show the value without allowing changes. */
  isLocked?: boolean;
};

/** A rating input with five stars. They're radio buttons, so they support arrow keys, Space and screen readers. */
export function StarInput({ value, onChange, isLocked = false }: Props) {
  const name = useId();
  return (
    <fieldset className={styles.stars} disabled={isLocked}>
      <legend className="sr">{isLocked ? 'Rating, locked' : 'Rating'}</legend>
      {[1, 2, 3, 4, 5].map((star) => (
        <label key={star} className={star <= value ? styles.on : undefined}>
          <input
            type="radio"
            name={name}
            value={star}
            checked={star === value}
            onChange={() => onChange?.(star)}
            aria-label={star === 1 ? '1 star' : `${star} stars`}
          />
          <Icon of={Star} />
        </label>
      ))}
    </fieldset>
  );
}
