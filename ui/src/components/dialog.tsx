import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { FixedLayer } from '../fixed-layer.ts';
import { Icon } from './icon.tsx';
import { iconButtonClass } from './icon-button.tsx';
import styles from './dialog.module.css';

type Props = {
  isOpen: boolean;
  /** Called with false when the person closes it: Escape, the cross, a press outside. */
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  children: ReactNode;
  /** A choice that has to be made: there is no cross, and `onOpenChange` leaves it open. */
  isForced?: boolean;
  /** 424 px instead of 480. */
  narrow?: boolean;
  /** What takes the focus first; the first control otherwise. */
  initialFocus?: RefObject<HTMLElement | null>;
};

/** A modal dialog over the page; the focus stays inside and goes back where it came from. */
export function Dialog({ isOpen, onOpenChange, title, children, isForced = false, narrow = false, initialFocus }: Props) {
  return (
    <Base.Root open={isOpen} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={styles.veil} />
        <Base.Popup className={narrow ? `${styles.dialog} ${styles.narrow}` : styles.dialog} {...(initialFocus && { initialFocus })}>
          <Base.Title className={styles.title}>{title}</Base.Title>
          <div className={styles.body}>
            <FixedLayer value>{children}</FixedLayer>
          </div>
          {!isForced && (
            <Base.Close className={`${iconButtonClass()} ${styles.close}`} aria-label="Close">
              <Icon of={X} />
            </Base.Close>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
