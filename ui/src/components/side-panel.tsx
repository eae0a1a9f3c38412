import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { FixedLayer } from '../fixed-layer.ts';
import { Icon } from './icon.tsx';
import { iconButtonClass } from './icon-button.tsx';
import styles from './side-panel.module.css';

type Props = {
  isOpen: boolean;
  /** Called with false when the person closes it: Escape, the cross, a press on the veil. */
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  /** Beside the title, a count for example. */
  note?: ReactNode;
  children: ReactNode;
  /** What stays at the bottom while the rest scrolls. */
  foot?: ReactNode;
  /** What takes the focus first; otherwise the panel itself, unless a field in it has the focus already. */
  initialFocus?: RefObject<HTMLElement | null>;
};

/** A modal panel that slides in from the right over a veil; on a phone it is as wide as the screen. The focus stays inside and goes back. */
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
