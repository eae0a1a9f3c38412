import { Menu as Base } from '@base-ui/react/menu';
import type { IconNode } from 'lucide';
import { Fragment, type ReactElement, useEffect, useState } from 'react';
import { usePositionMethod } from '../fixed-layer.ts';
import { Icon } from './icon.tsx';
import styles from './menu.module.css';

/** An item of a menu; `startsGroup` shows a separator above it. */
export type MenuItem = { label: string; icon?: IconNode; isDisabled?: boolean; startsGroup?: boolean; onSelect: () => void };

type Props = {
  /** The button that opens it. */
  trigger: ReactElement;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
  /** True for a menu that is mounted by the press that opens it. */
  isOpenAtFirst?: boolean;
};

/** A menu of actions below a button: arrow keys move, letters select, Escape closes. */
export function Menu({ trigger, items, align = 'end', isOpenAtFirst = false }: Props) {
  const positionMethod = usePositionMethod();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  useEffect(() => {
    if (!isOpen) return undefined;
    // Handled before a surrounding dialog, which doesn't know about the menu: it would close when nothing has the focus, as is briefly the case
    // when a menu is mounted by the press that opens it.
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      setIsOpen(false);
    };
    document.addEventListener('keydown', handleKey, true);
    return () => document.removeEventListener('keydown', handleKey, true);
  }, [isOpen]);
  return (
    <Base.Root modal={false} open={isOpen} onOpenChange={setIsOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.place} positionMethod={positionMethod} sideOffset={6} align={align}>
          <Base.Popup className={styles.menu}>
            {items.map((item) => (
              <Fragment key={item.label}>
                {item.startsGroup && <Base.Separator className={styles.rule} />}
                <Base.Item className={styles.item} disabled={item.isDisabled ?? false} onClick={item.onSelect}>
                  {item.icon && <Icon of={item.icon} />}
                  {item.label}
                </Base.Item>
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
