import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';

/** A component of compiled MDX, shown as a box with its name. */
export const Mdx = Node.create({
  ...formatOfNode('mdx'),
  defining: true,
  parseHTML: () => [{ tag: 'section.mdx' }],
  renderHTML: ({ node }) => ['section', { class: 'mdx', 'data-component': String(node.attrs['component']) }, 0],
});
