import { Menu as Base } from '@base-ui/react/menu';
import type { LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { Icon } from './icon.tsx';
import styles from './menu.module.css';

/** One line of a menu; 'rule' is a hairline between groups. */
export type MenuItem = { label: string; icon?: LucideIcon; isDisabled?: boolean; onSelect: () => void } | 'rule';

type Props = {
  /** The button that opens it. */
  trigger: ReactElement;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
};

/** A menu of actions under a button: arrows move, letters jump, Escape closes. */
export function Menu({ trigger, items, align = 'end' }: Props) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.place} sideOffset={6} align={align}>
          <Base.Popup className={styles.menu}>
            {items.map((item, index) =>
              item === 'rule' ? (
                <Base.Separator key={`rule-${index}`} className={styles.rule} />
              ) : (
                <Base.Item key={item.label} className={styles.item} disabled={item.isDisabled ?? false} onClick={item.onSelect}>
                  {item.icon && <Icon of={item.icon} />}
                  {item.label}
                </Base.Item>
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
