import { formatMark } from './format-mark.ts';

/** Underlined text: Mod+U, or `<u>` before and `</u>` after it. */
export const Underline = formatMark('underline', { tag: 'u', keys: 'Mod-u' });
