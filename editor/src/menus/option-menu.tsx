import { Icon } from '@newline/ui/components/icon';
import { Check } from 'lucide';
import { useEffect, useRef, useSyncExternalStore, type KeyboardEvent } from 'react';
import styles from './menus.module.css';
import type { MenuOption, OpenOptionMenu, OptionMenuHost } from './option-menu-host.ts';
import { useFloating } from './use-floating.ts';
import { usePhone } from './use-keyboard-inset.ts';

type Props = {
  host: OptionMenuHost;
  /** Returns the focus to the text. */
  onLeave: () => void;
  /** The ID of the bar, which on a phone is at the bottom of the window. */
  barId: string;
};

/** Renders the small menu that is open, if any: of a callout, or of a table's rows and columns. */
export function OptionMenu({ host, ...props }: Props) {
  const menu = useSyncExternalStore(host.subscribe, host.current, () => null);
  return menu === null ? null : <OpenMenu key={menu.label} menu={menu} host={host} {...props} />;
}

function OpenMenu({ menu, host, onLeave, barId }: Props & { menu: OpenOptionMenu }) {
  const isPhone = usePhone();
  const bar = isPhone ? document.getElementById(barId) : null;
  const below = bar === null || bar.contains(menu.anchor) ? 0 : bar.offsetHeight;
  const floating = useFloating<HTMLDivElement>(menu.anchor, { placement: 'bottom-start', below });
  const typed = useRef({ prefix: '', at: 0 });

  useEffect(() => {
    const items = itemsIn(floating.current);
    (items.find((item) => item.getAttribute('aria-checked') === 'true') ?? items[0])?.focus();
    const handlePress = (event: PointerEvent) => {
      const target = event.target instanceof Node ? event.target : null;
      if (floating.current?.contains(target) === true || menu.anchor.contains(target)) return;
      host.close();
    };
    document.addEventListener('pointerdown', handlePress, true);
    return () => document.removeEventListener('pointerdown', handlePress, true);
  }, [host, menu, floating]);

  const handleKey = (event: KeyboardEvent) => {
    const items = itemsIn(floating.current);
    const index = items.findIndex((item) => item === document.activeElement);
    const focus = (next: number) => items[(next + items.length) % items.length]?.focus();
    if (event.key === 'Escape') {
      host.close();
      onLeave();
    } else if (event.key === 'Tab') host.close();
    else if (event.key === 'ArrowDown') focus(index + 1);
    else if (event.key === 'ArrowUp') focus(index - 1);
    else if (event.key === 'Home') focus(0);
    else if (event.key === 'End') focus(items.length - 1);
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      const isGoingOn = event.timeStamp - typed.current.at < 700;
      const prefix = (isGoingOn ? typed.current.prefix : '') + event.key.toLowerCase();
      typed.current = { prefix, at: event.timeStamp };
      const rotated = [...items.slice(index + 1), ...items.slice(0, index + 1)];
      rotated.find((item) => item.textContent?.toLowerCase().startsWith(prefix))?.focus();
      if (event.key === ' ') return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const choose = (option: MenuOption) => {
    host.close();
    onLeave();
    option.onSelect();
  };

  return (
    <div ref={floating} className={styles.options} role="menu" tabIndex={-1} aria-label={menu.label} onKeyDown={handleKey}>
      {menu.options.map((option) => (
        <button
          key={option.label}
          type="button"
          className={option.startsGroup === true ? `${styles.item} ${styles.grouped}` : styles.item}
          role={option.isChecked === undefined ? 'menuitem' : option.isToggle === true ? 'menuitemcheckbox' : 'menuitemradio'}
          aria-checked={option.isChecked}
          aria-disabled={option.isDisabled === true ? true : undefined}
          tabIndex={-1}
          onClick={() => option.isDisabled !== true && choose(option)}
        >
          {option.icon && <Icon of={option.icon} />}
          <span>{option.label}</span>
          {option.isChecked === true && <Icon of={Check} />}
        </button>
      ))}
    </div>
  );
}

function itemsIn(floating: HTMLElement | null): readonly HTMLElement[] {
  return [...(floating?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}
