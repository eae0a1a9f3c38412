import { describe, expect, test } from 'vitest';
import { isInTableText, selectNeighbourCell } from '../src/keys/table-keys.ts';
import { createHeadlessEditor, putCaret } from './headless-editor.ts';

const markdown = '| one | two |\n| --- | --- |\n| three | four |\n\nafter';

/** Returns the text that is selected after each of these steps from the caret at `words`; null if there is no cell. */
function selected(words: string, ...steps: (-1 | 1)[]): (string | null)[] {
  const editor = createHeadlessEditor('T', markdown);
  putCaret(editor, words);
  return steps.map((step) => {
    const tr = selectNeighbourCell(editor.state, step);
    if (tr === null) return null;
    editor.view.dispatch(tr);
    const { from, to } = editor.state.selection;
    return editor.state.doc.textBetween(from, to);
  });
}

describe('Tab in a table @EDIT-08', () => {
  test('moves from cell to cell and from row to row, both ways, and no further', () => {
    expect(selected('one', 1, 1, 1, 1)).toEqual(['two', 'three', 'four', null]);
    expect(selected('four', -1, -1, -1, -1)).toEqual(['three', 'two', 'one', null]);
    expect(selected('after', 1, -1)).toEqual([null, null]);
  });

  test('recognizes whether the caret is in a table', () => {
    const editor = createHeadlessEditor('T', markdown);
    putCaret(editor, 'three');
    expect(isInTableText(editor.state)).toBe(true);
    putCaret(editor, 'after');
    expect(isInTableText(editor.state)).toBe(false);
  });
});
