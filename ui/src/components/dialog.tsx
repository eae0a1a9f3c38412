import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide';
import type { ReactNode, RefObject } from 'react';
import { FixedLayer } from '../fixed-layer.ts';
import { Icon } from './icon.tsx';
import { iconButtonClass } from './icon-button.tsx';
import styles from './dialog.module.css';

type Props = {
  isOpen: boolean;
  /** Called with false when the user closes it with Escape, the close button or a press outside. */
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  /** A small line above the title: what the dialog is about. */
  above?: ReactNode;
  children: ReactNode;
  /** True for a choice that has to be made: there is no close button, and it can't be dismissed. */
  isForced?: boolean;
  /** 424 px instead of 480. */
  narrow?: boolean;
  /** The element to focus first; the first control by default. */
  initialFocus?: RefObject<HTMLElement | null>;
};

/** The buttons at the end of a dialog. They stay visible while a long dialog scrolls. */
export function DialogActions({ children, isSplit = false }: { children: ReactNode; isSplit?: boolean }) {
  return <div className={isSplit ? `${styles.actions} ${styles.split}` : styles.actions}>{children}</div>;
}

/** A modal dialog. The focus stays inside, and returns to where it was when it closes. */
export function Dialog({ isOpen, onOpenChange, title, above, children, isForced = false, narrow = false, initialFocus }: Props) {
  return (
    <Base.Root open={isOpen} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={styles.veil} />
        <Base.Popup className={narrow ? `${styles.dialog} ${styles.narrow}` : styles.dialog} {...(initialFocus && { initialFocus })}>
          {above !== undefined && (
            <p className={`meta ${styles.above}`} dir="auto">
              {above}
            </p>
          )}
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
