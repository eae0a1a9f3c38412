import { formatMark } from './format-mark.ts';

/** Highlighted text: Mod+Shift+H, or `==` around it. */
export const Highlight = formatMark('highlight', { tag: 'mark', keys: 'Mod-Shift-h', typed: /(?:^|\s)(==([^=]+)==)$/u });
