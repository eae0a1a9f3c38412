import type { DocumentNode } from '@newline/document/document-node';

type Given = { readonly starter?: string; readonly tests?: string; readonly solution?: string | null; readonly language?: string };

const code = (mode: string, text: string, isStarter = false): DocumentNode => ({
  type: 'codeBlock',
  attrs: { mode, ...(isStarter && { runnable: true, displayName: mode === 'js' ? 'index.js' : '' }) },
  content: [{ type: 'text', text }],
});
const part = (partType: string, ...content: DocumentNode[]): DocumentNode => ({ type: 'exercisePart', attrs: { partType }, content });

/** A solution of the usual tests. */
export const solved = 'export const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);';

const usual = {
  starter: 'export const sum = () => 0;',
  tests:
    "import { sum } from './index.js';\ntest('adds', () => { expect(sum([1, 2])).toBe(3); });\ntest('of nothing', () => { expect(sum([])).toBe(0); });",
  solution: solved,
};

/** Returns an exercise that can be solved, unless other code is given for a part of it. */
export function exerciseNode(id: string, { language = 'js', ...more }: Given = {}): DocumentNode {
  const { starter, tests, solution } = { ...usual, ...more };
  return {
    type: 'exercise',
    attrs: { id },
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: 'Return the <sum> of the numbers.' }] },
      code(language, starter, true),
      part('tests', code(language, tests)),
      ...(solution === null ? [] : [part('solution', code(language, solution))]),
    ],
  };
}

/** Returns the ID of an exercise. */
export function idOfExercise({ attrs }: DocumentNode): string {
  const id = attrs?.['id'];
  if (typeof id !== 'string') throw new Error(`expected an exercise with an ID, got ${JSON.stringify(attrs)}`);
  return id;
}
