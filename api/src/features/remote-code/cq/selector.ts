/** What an operation is called in a query. */
export const operations = ['context', 'window', 'firstLineOf', 'lastLineOf', 'upto', 'choose', 'after', 'comments', 'decorators'] as const;

/** One of the operations. */
export type Operation = (typeof operations)[number];

/** A query, parsed. */
export type Selector =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'line'; readonly line: number | 'EOF' }
  | { readonly kind: 'range'; readonly from: Selector; readonly to: Selector }
  /** Each step is looked for inside what the one before it selects. */
  | { readonly kind: 'path'; readonly steps: readonly Selector[] }
  | OperationCall;

/** An operation on what a selector selects. */
export type OperationCall = {
  readonly kind: 'call';
  readonly operation: Operation;
  readonly selector: Selector;
  /** The numbers that came after the selector. */
  readonly numbers: readonly number[];
  /** `after`: what the selection comes after. */
  readonly other: Selector | null;
  /** `window`: count from the last line. */
  readonly isReverse: boolean;
};
