import { elementsIn, hasClass } from '../html-in/html-tree.ts';
import { blockId } from '../schema/attribute.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import type { RenderNode } from '../render/element.ts';
import { writeTable } from '../markdown/write-table.ts';

/** A table. */
export const table: NodeDefinition = {
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isForComments: false,
  attributes: { id: blockId() },
  markdown: {
    write: writeTable,
    inPlace: [],
    pairs: { table: () => ({}) },
    directives: [{ name: 'table', isContainer: true }],
  },
  html: {
    tags: ['div', 'table'],
    read: (element) => {
      const table = element.tag === 'table' ? element : hasClass(element, 'scroll') ? elementsIn(element)[0] : undefined;
      return table?.tag === 'table' ? { attrs: {}, content: table.children } : null;
    },
  },
};

/** `<table class="table">` in a box that scrolls horizontally; leading rows of header cells are its head. */
export const renderTable: RenderNode = (node, context, extra) => {
  const { h } = context;
  const isHeadRow = (row: unknown) => {
    const cells = context.open(row)?.content ?? [];
    return cells.length > 0 && cells.every((cell) => context.open(cell)?.type === 'tableHeader');
  };
  const firstBodyRow = node.content.findIndex((row) => !isHeadRow(row));
  const headCount = firstBodyRow === -1 ? node.content.length : firstBodyRow;
  const head = node.content.slice(0, headCount).flatMap((row) => context.render(row));
  const body = node.content.slice(headCount).flatMap((row) => context.render(row));
  const parts = [...(head.length > 0 ? [h('thead', {}, ...head)] : []), ...(body.length > 0 ? [h('tbody', {}, ...body)] : [])];
  return h('div', { class: 'scroll', tabindex: 0, ...extra }, h('table', { class: 'table' }, ...parts));
};
