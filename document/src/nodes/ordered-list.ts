import { blockId, integer } from '../schema/attribute.ts';
import { numberAttribute, type NodeDefinition } from '../schema/definition.ts';
import { integerOf, type RenderNode } from '../render/element.ts';
import { writeList } from '../markdown/write-list.ts';

/** A numbered list. */
export const orderedList: NodeDefinition = {
  name: 'orderedList',
  group: 'block',
  content: 'listItem+',
  isForComments: true,
  migrations: [{ to: 1, formerNames: ['ordered_list'], renamedAttributes: { order: 'start' } }],
  attributes: { start: integer(0, 1_000_000, 1), id: blockId() },
  markdown: {
    write: (node, writer, isSecond) => {
      const start = numberAttribute(node, 'start') ?? 1;
      return writeList(node, writer, (index) => `${start + index}${isSecond ? ')' : '.'}`);
    },
    inPlace: ['start'],
    pairs: { ordered_list: (token) => ({ start: Number(token.attrGet('start') ?? 1) }) },
  },
  html: {
    tags: ['ol'],
    isNative: true,
    inPlace: ['start'],
    read: (element) => ({ attrs: { start: element.attributes['start'] }, content: element.children }),
  },
};

/** `<ol>` with a counter that starts where the list does. */
export const renderOrderedList: RenderNode = (node, context, extra) => {
  const start = integerOf(node, 'start', 0, 1_000_000) ?? 1;
  const startAt = start === 1 ? {} : { start, style: `counter-reset:o ${start - 1}` };
  return context.h('ol', { ...startAt, ...extra }, ...context.children(node));
};
