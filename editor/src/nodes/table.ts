import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';
import { TableView } from '../views/table-view.ts';

/** A table. The editing features are loaded with the first one: see `TableEditing`. */
export const Table = Node.create({
  ...formatOfNode('table'),
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', { class: 'table' }, ['tbody', 0]],
  addNodeView:
    () =>
    ({ node }) =>
      new TableView(node),
});
