/** The names of the operations in a query. */
export const operations = ['context', 'window', 'firstLineOf', 'lastLineOf', 'upto', 'choose', 'after', 'comments', 'decorators'] as const;

export type Operation = (typeof operations)[number];

/** A parsed query. */
export type Selector =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'line'; readonly line: number | 'EOF' }
  | { readonly kind: 'range'; readonly from: Selector; readonly to: Selector }
  /** Each step is searched inside the previous step's selection. */
  | { readonly kind: 'path'; readonly steps: readonly Selector[] }
  | OperationCall;

/** An operation on the selection of a selector. */
export type OperationCall = {
  readonly kind: 'call';
  readonly operation: Operation;
  readonly selector: Selector;
  /** The numeric arguments after the selector. */
  readonly numbers: readonly number[];
  /** For `after`: what the selection must come after. */
  readonly other: Selector | null;
  /** For `window`: whether to count from the last line. */
  readonly isReverse: boolean;
};
