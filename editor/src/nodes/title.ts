import { Node } from '@tiptap/core';
import { titleNodeName } from '../editor-schema.ts';

/** The title line. */
export const Title = Node.create({
  name: titleNodeName,
  content: 'text*',
  marks: '',
  defining: true,
  isolating: true,
  parseHTML: () => [{ tag: 'h1[data-title]' }],
  renderHTML: () => ['h1', { 'data-title': '' }, 0],
});
