import type { IconNode } from 'lucide';

/** An item of a small menu. */
export interface MenuOption {
  readonly label: string;
  readonly icon?: IconNode;
  /** Set for one of several choices; absent for an action. */
  readonly isChecked?: boolean;
  /** True if it's switched on and off independently of the others. */
  readonly isToggle?: boolean;
  readonly isDisabled?: boolean;
  /** Shows a separator above it. */
  readonly startsGroup?: boolean;
  readonly onSelect: () => void;
}

/** A small menu under the button that opened it. */
export interface OpenOptionMenu {
  readonly label: string;
  readonly anchor: HTMLElement;
  readonly options: readonly MenuOption[];
}

/** Lets node views, which are plain DOM, open a menu that React renders. */
export interface OptionMenuHost {
  open(menu: OpenOptionMenu): void;
  close(): void;
  current(): OpenOptionMenu | null;
  subscribe(listener: () => void): () => void;
}

/** Creates the host of one editor's small menus. Only one is open at a time. */
export function createOptionMenuHost(): OptionMenuHost {
  const listeners = new Set<() => void>();
  let current: OpenOptionMenu | null = null;
  const set = (menu: OpenOptionMenu | null) => {
    current?.anchor.setAttribute('aria-expanded', 'false');
    current = menu;
    menu?.anchor.setAttribute('aria-expanded', 'true');
    for (const listener of listeners) listener();
  };
  return {
    open: (menu) => set(current?.anchor === menu.anchor ? null : menu),
    close: () => set(null),
    current: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
