import type { ReactNode } from 'react';

type Props = {
  /** What stands before the margin's rule, an ornament that is read to nobody; a line without one keeps the place empty. */
  number?: ReactNode;
  /**
   * How it stands among the others: 'first' begins a page, with its number in the accent colour; 'next' follows closely; 'flush' has
   * no space around it; 'band' lies on a ground as wide as the window.
   */
  place?: 'first' | 'next' | 'flush' | 'band' | undefined;
  /** The heading of the line with what stands beside it. */
  head?: ReactNode;
  className?: string | undefined;
  /** Each child stands right of the rule. */
  children?: ReactNode;
};

/** A numbered line, of which every page is made: its number left of the margin's rule, its content right of it. */
export function Line({ number = null, place, head = null, className, children }: Props) {
  return (
    <div className={['line', place && `line--${place}`, className].filter(Boolean).join(' ')}>
      {number !== null && (
        <span className={place === 'first' ? 'no no--on' : 'no'} aria-hidden="true">
          {number}
        </span>
      )}
      {head !== null && <div className="line__head">{head}</div>}
      {children}
    </div>
  );
}
