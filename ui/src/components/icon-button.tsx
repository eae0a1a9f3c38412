import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';
import styles from './icon-button.module.css';

type Props = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** The accessible name: what pressing it does. */
  label: string;
  icon: LucideIcon;
  size?: 'normal' | 'small';
};

/** The class of an icon button, for links and summaries that look like one. */
export function iconButtonClass(size: 'normal' | 'small' = 'normal'): string {
  return size === 'small' ? `${styles.ib} ${styles.small}` : `${styles.ib}`;
}

/** A button that is only an icon. With `aria-pressed` it is a toggle and fills when on. */
export function IconButton({ label, icon, size = 'normal', className, type = 'button', ...rest }: Props) {
  const look = iconButtonClass(size);
  return (
    <button {...rest} type={type} className={className ? `${look} ${className}` : look} aria-label={label}>
      <Icon of={icon} />
    </button>
  );
}
