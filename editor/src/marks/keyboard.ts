import { formatMark } from './format-mark.ts';

/** A key: `<kbd>` before and `</kbd>` after it. */
export const Keyboard = formatMark('keyboard', { tag: 'kbd' });
