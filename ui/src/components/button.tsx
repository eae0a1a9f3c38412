import type { ComponentProps } from 'react';
import styles from './button.module.css';

type Look = {
  /** ink: the primary action; line: secondary actions; bare: tertiary ones; danger: destructive ones. */
  variant?: 'ink' | 'line' | 'bare' | 'danger';
  size?: 'big' | 'normal' | 'small';
  /** True for the full width of its container. */
  wide?: boolean;
};

type Props = ComponentProps<'button'> &
  Look & {
    /** While true, the button is announced as busy and ignores presses; change the label too ('Sending...'). */
    isBusy?: boolean;
  };

/** Returns the classes of a button, for links that look like one. */
export function buttonClass({ variant = 'ink', size = 'normal', wide = false }: Look = {}): string {
  return [styles.btn, variant !== 'ink' && styles[variant], size !== 'normal' && styles[size], wide && styles.wide]
    .filter(Boolean)
    .join(' ');
}

/** A button. `type` is "button" by default, so that it doesn't submit a form by accident. */
export function Button({ variant, size, wide, isBusy = false, className, type = 'button', onClick, ...rest }: Props) {
  const look = buttonClass({ ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) });
  return (
    <button
      {...rest}
      type={type}
      className={className ? `${look} ${className}` : look}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    />
  );
}
