import { formatMark } from './format-mark.ts';

/** Lowered text, such as the 2 in H₂O: Mod+, or `<sub>` before and `</sub>` after it. */
export const Subscript = formatMark('subscript', { tag: 'sub', style: ['vertical-align', 'sub'], keys: 'Mod-,', excludes: 'superscript' });
