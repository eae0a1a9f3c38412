import { type DecorationSet } from '@tiptap/pm/view';
import { describe, expect, test } from 'vitest';
import { typedFormula } from '../src/marks/formula.ts';
import { createHeadlessEditor, putCaret } from './headless-editor.ts';

describe('a formula that is typed @EDIT-09', () => {
  test.each([
    ['so $x^2$', 'x^2'],
    ['$\\frac{a}{b}$', '\\frac{a}{b}'],
    ['of 2 $2 \\times 3$', '2 \\times 3'],
    ['the $+$', '+'],
    ['函数$f$', 'f'],
  ])('%s', (text, tex) => {
    expect(typedFormula(text)).toMatchObject({ replaceWith: tex, index: text.indexOf('$') });
  });

  test.each([
    'costs $5 and $',
    'costs US$5 or 6$',
    'from $5 to about 6$',
    'it is $1,000 (US$',
    'in $HOME/$',
    'in $A:$',
    'a $ b$',
    'a $b $',
    '$$',
    'x$y$',
    '$x',
    'x$',
  ])('isn’t %s', (text) => {
    expect(typedFormula(text)).toBeNull();
  });
});

describe('the preview of a formula @EDIT-02', () => {
  /** Returns the ranges that are hidden because a preview is shown for them. */
  const hidden = (editor: ReturnType<typeof createHeadlessEditor>) =>
    editor.state.plugins.flatMap((plugin) => {
      if (!(plugin as unknown as { key: string }).key.startsWith('formulaPreviews')) return [];
      const shown = plugin.props.decorations?.call(plugin, editor.state) as DecorationSet;
      return shown.find().flatMap(({ from, to }) => (from < to ? [editor.state.doc.textBetween(from, to)] : []));
    });

  test('is shown for each one without the caret, and follows changes', () => {
    const editor = createHeadlessEditor('Title', 'One $a$ and $b$.\n\nTwo $c$ words.');
    expect(hidden(editor)).toEqual(['a', 'b', 'c']);
    putCaret(editor, 'b', 'after');
    expect(hidden(editor)).toEqual(['a', 'c']);
    putCaret(editor, 'words');
    editor.view.dispatch(editor.state.tr.insertText('2', 8));
    expect(hidden(editor)).toEqual(['a', 'b', 'c']);
    const { from } = editor.state.selection;
    editor.view.dispatch(editor.state.tr.addMark(from, from + 5, editor.schema.mark('formula')));
    putCaret(editor, 'One');
    expect(hidden(editor)).toEqual(['a', 'b', 'c', 'words']);
    editor.view.dispatch(editor.state.tr.removeMark(0, editor.state.doc.content.size));
    expect(hidden(editor)).toEqual([]);
  });
});
