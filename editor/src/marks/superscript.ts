import { formatMark } from './format-mark.ts';

/** Raised text, such as the 2 in x²: Mod+. or `<sup>` before and `</sup>` after it. */
export const Superscript = formatMark('superscript', {
  tag: 'sup',
  style: ['vertical-align', 'super'],
  keys: 'Mod-.',
  excludes: 'subscript',
});
