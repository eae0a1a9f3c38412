import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';
import { readerDom } from '../views/reader-dom.ts';

/** The source of remote code. */
export const RemoteCodeHeader = Node.create({
  ...formatOfNode('remoteCodeHeader'),
  selectable: false,
  parseHTML: () => [{ tag: 'p.remote__from' }],
  renderHTML: ({ node }) => readerDom(node),
});
