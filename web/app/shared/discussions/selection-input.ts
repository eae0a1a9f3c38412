import type { NewSelection } from './discussion.ts';

/** Returns a passage as the API takes it: the server finds it in the text and works out the rest. */
export function selectionInput({ from, to, text, blockId, prefix, suffix }: NewSelection) {
  return { from, to, text, blockId: blockId ?? null, prefix: prefix ?? null, suffix: suffix ?? null };
}
