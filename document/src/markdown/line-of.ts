import type { StateBlock } from 'markdown-it';

/** Returns a line of a block without its indentation and the white space at its end. */
export function lineOf(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line] ?? 0).trimEnd();
}
