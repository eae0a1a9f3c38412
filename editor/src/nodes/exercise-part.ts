import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';

/** What an exercise keeps back from its reader. In the editor it's open. */
export const ExercisePart = Node.create({
  ...formatOfNode('exercisePart'),
  defining: true,
  parseHTML: () => [{ tag: 'details.part' }],
  renderHTML: ({ node }) => ['div', { class: `part part--${node.attrs['partType']}` }, 0],
});
