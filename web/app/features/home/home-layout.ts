/** The static parts of the home page: each has one or more consecutive sections. */
export type HomePart = 'opening' | 'strips' | 'pro' | 'voices' | 'rest' | 'end';

/** The layout of the page: static parts, and sections that run in the browser. */
export type HomeSlot = HomePart | 'EVENT' | 'EXPLORE' | 'RECENT' | 'NEWSLETTER' | 'DESK';

/** The standard order, without a live event. */
export const standardLayout: readonly HomeSlot[] = ['opening', 'EXPLORE', 'strips', 'RECENT', 'pro', 'NEWSLETTER', 'voices', 'DESK'];
