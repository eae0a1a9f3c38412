import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide';
import { type ReactNode, type RefObject, useRef } from 'react';
import { FixedLayer } from '../fixed-layer.ts';
import { Icon } from './icon.tsx';
import { iconButtonClass } from './icon-button.tsx';
import styles from './side-panel.module.css';

type Props = {
  isOpen: boolean;
  /** Called with false when the user closes it with Escape, the close button or a press on the backdrop. */
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  /** Shown next to the title, such as a count. */
  note?: ReactNode;
  children: ReactNode;
  /** Stays at the bottom while the rest scrolls. */
  foot?: ReactNode;
  /** The element to focus first; the panel itself by default, unless a field in it already has the focus. */
  initialFocus?: RefObject<HTMLElement | null>;
};

/** A modal panel that slides in from the right; full-width on a phone. The focus stays inside, and returns when it closes. */
export function SidePanel({ isOpen, onOpenChange, title, note, children, foot, initialFocus }: Props) {
  const popup = useRef<HTMLDivElement>(null);
  const keepFocus = () => !popup.current?.contains(document.activeElement);
  return (
    <Base.Root open={isOpen} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={styles.veil} />
        <Base.Popup ref={popup} className={styles.panel} initialFocus={initialFocus ?? keepFocus}>
          <div className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            {note}
            <Base.Close className={`${iconButtonClass()} ${styles.close}`} aria-label="Close">
              <Icon of={X} />
            </Base.Close>
          </div>
          <FixedLayer value>
            <div className={styles.body}>{children}</div>
            {foot && <div className={styles.foot}>{foot}</div>}
          </FixedLayer>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
