import type { IconNode } from 'lucide';
import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';
import styles from './icon-button.module.css';

type Props = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** The accessible name: what the button does. */
  label: string;
  icon: IconNode;
  size?: 'normal' | 'small';
};

/** Returns the classes of an icon button, for links and summaries that look like one. */
export function iconButtonClass(size: 'normal' | 'small' = 'normal'): string {
  return size === 'small' ? `${styles.ib} ${styles.small}` : `${styles.ib}`;
}

/** A button with only an icon. With `aria-pressed` it's a toggle, and filled when on. */
export function IconButton({ label, icon, size = 'normal', className, type = 'button', ...rest }: Props) {
  const look = iconButtonClass(size);
  return (
    <button {...rest} type={type} className={className ? `${look} ${className}` : look} aria-label={label}>
      <Icon of={icon} />
    </button>
  );
}
