/** Excessive input that can be sent, and its expected result. */
export type ParserBomb = { readonly send: () => Promise<unknown>; readonly outcome: RegExp };
