import { formatMark } from './format-mark.ts';

/** Crossed out text: Mod+Shift+X, or `~~` around it. */
export const Strikethrough = formatMark('strikethrough', {
  tag: 's',
  otherTags: ['del', 'strike'],
  style: ['text-decoration', 'line-through'],
  keys: 'Mod-Shift-x',
  typed: /(?:^|\s)(~~([^~]+)~~)$/u,
});
