/** Too much of something, ready to be sent, and what must come of it. */
export type ParserBomb = { readonly send: () => Promise<unknown>; readonly outcome: RegExp };
