import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';
import { readerDom } from '../views/reader-dom.ts';

/** Code from a repository: a header with its source, and the code. */
export const RemoteCodeBlock = Node.create({
  ...formatOfNode('remoteCodeBlock'),
  isolating: true,
  draggable: true,
  parseHTML: () => [{ tag: 'div.remote' }],
  renderHTML: ({ node }) => readerDom(node),
});
