import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';

/** A callout. */
export const Panel = Node.create({
  ...formatOfNode('panel'),
  defining: true,
  parseHTML: () => [{ tag: 'aside.note' }],
  renderHTML: ({ node }) => ['aside', { class: `note note--${node.attrs['panelType']}` }, 0],
});
