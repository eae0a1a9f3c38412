import { formulaAt } from '@newline/document/markdown/inline-formula';
import { type InputRuleMatch, Mark, markInputRule } from '@tiptap/core';
import { toggleMark } from '@tiptap/pm/commands';
import { formatOfMark } from '../editor-schema.ts';

/** A formula within a line: Mod+Shift+E, or a dollar sign before and after it. Its text is TeX, in which nothing is converted. */
export const Formula = Mark.create({
  ...formatOfMark('formula'),
  code: true,
  exitable: true,
  excludes: 'formula code',
  parseHTML: () => [{ tag: 'span.formula' }],
  renderHTML: () => ['span', { class: 'formula', spellcheck: 'false' }, 0],
  addKeyboardShortcuts() {
    return {
      'Mod-Shift-e': ({ editor: { state, view } }) => toggleMark(this.type, null, { removeWhenPresent: false })(state, view.dispatch),
    };
  },
  addInputRules() {
    return [markInputRule({ find: typedFormula, type: this.type })];
  },
});

/** TeX that goes on: after `$HOME/$`, the name of another variable is typed. */
const unfinished = /.[/:=,(-]$/u;

/** Returns the formula that the last dollar sign of a line ends. Amounts of money and names of variables aren't formulas. */
export function typedFormula(text: string): InputRuleMatch | null {
  const from = text.lastIndexOf('$', text.length - 2);
  const formula = from === -1 ? null : formulaAt(text, from);
  if (formula?.end !== text.length || unfinished.test(formula.tex)) return null;
  return { index: from, text: text.slice(from), replaceWith: formula.tex };
}
