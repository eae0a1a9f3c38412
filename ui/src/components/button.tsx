import type { ComponentProps } from 'react';
import styles from './button.module.css';

type Look = {
  /** ink: the one thing to do here; line: the others; bare: beside those; danger: cannot be undone. */
  variant?: 'ink' | 'line' | 'bare' | 'danger';
  size?: 'big' | 'normal' | 'small';
  /** As wide as its place. */
  wide?: boolean;
};

type Props = ComponentProps<'button'> &
  Look & {
    /** While true the button is announced busy and takes no press; change the label too ('Sending...'). */
    isBusy?: boolean;
  };

/** The class of a button, for links that look like one. */
export function buttonClass({ variant = 'ink', size = 'normal', wide = false }: Look = {}): string {
  return [styles.btn, variant !== 'ink' && styles[variant], size !== 'normal' && styles[size], wide && styles.wide]
    .filter(Boolean)
    .join(' ');
}

/** A button. `type` is "button" unless told otherwise, so that none submits a form by accident. */
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
