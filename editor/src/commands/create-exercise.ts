import type { Node, Schema } from '@tiptap/pm/model';

/** A task with all of its parts, which works as it is: its solution passes, and what it starts with doesn't. */
const example = {
  type: 'exercise',
  content: [
    { type: 'paragraph', content: [{ type: 'text', text: 'Write the task here.' }] },
    codeOf('export function double(n) {\n  return n;\n}', { runnable: true, displayName: 'index.js' }),
    partOf('hint', { type: 'paragraph', content: [{ type: 'text', text: 'Write a hint here.' }] }),
    partOf('tests', codeOf("import { double } from './index.js';\n\ntest('doubles a number', () => {\n  expect(double(2)).toBe(4);\n});")),
    partOf('solution', codeOf('export function double(n) {\n  return n * 2;\n}')),
  ],
};

function codeOf(text: string, attrs: object = {}): object {
  return { type: 'codeBlock', attrs: { mode: 'js', ...attrs }, content: [{ type: 'text', text }] };
}

function partOf(partType: string, ...content: readonly object[]): object {
  return { type: 'exercisePart', attrs: { partType }, content };
}

/** Creates the exercise that the block menu inserts. */
export function createExercise(schema: Schema): Node {
  return schema.nodeFromJSON(example);
}
