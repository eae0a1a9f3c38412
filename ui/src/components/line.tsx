import type { ReactNode } from 'react';

type Props = {
  /** Shown in the margin as decoration, hidden from screen readers: 1 beside the title of a page, otherwise empty without one. */
  number?: ReactNode;
  /**
   * Its spacing: 'first' starts a page, with its number in the accent color; 'next' follows closely; 'flush' has no spacing; 'band' has a
   * background as wide as the window.
   */
  variant?: 'first' | 'next' | 'flush' | 'band' | undefined;
  /** The heading of the line. */
  head?: ReactNode;
  className?: string | undefined;
  /** Each child is placed right of the rule. */
  children?: ReactNode;
};

/** A numbered line, the building block of every page: its number left of the margin's rule, its content right of it. */
export function Line({ variant, number = variant === 'first' ? 1 : null, head = null, className, children }: Props) {
  return (
    <div className={['line', variant && `line--${variant}`, className].filter(Boolean).join(' ')}>
      {number !== null && (
        <span className="no" aria-hidden="true">
          {number}
        </span>
      )}
      {head !== null && <div className="line__head">{head}</div>}
      {children}
    </div>
  );
}
