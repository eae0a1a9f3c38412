import { Button, buttonClass } from '@newline/ui/components/button';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { useState } from 'react';
import { showIfOffline } from '../../shared/connection.ts';
import { useSlots } from '../../shared/own/use-slots.ts';
import styles from './lesson-page.module.css';

type Props = {
  isDone: boolean;
  /** True while what was pressed waits to be sent. */
  isWaiting: boolean;
  onPress: () => Promise<void>;
};

/** Marks the lesson as done, or undoes that. */
export function DoneButton({ isDone, isWaiting, onPress }: Props) {
  const [isBusy, setBusy] = useState(false);
  const slots = useSlots();
  const press = () => {
    setBusy(true);
    onPress()
      .catch((error: unknown) => {
        console.error('We couldn’t save your progress.', error);
        showIfOffline();
      })
      .finally(() => setBusy(false));
  };
  return (
    <div className={styles.done}>
      <Button {...slots.attributes('done')} variant={variantOf(isDone)} aria-pressed={isDone} disabled={isBusy} onClick={press}>
        <span className={styles.isDone}>
          Done <ReturnMark />
        </span>
        <span className={styles.isOpen}>Mark as done</span>
      </Button>
      <span className="meta" role="status">
        {isWaiting && 'Waiting to be sent'}
      </span>
    </div>
  );
}

/** Returns the classes of the button. */
export function doneButtonClass(isDone: boolean): string {
  return buttonClass({ variant: variantOf(isDone) });
}

function variantOf(isDone: boolean): 'ink' | 'line' {
  return isDone ? 'ink' : 'line';
}
