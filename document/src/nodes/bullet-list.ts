import { blockId } from '../schema/attribute.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import type { RenderNode } from '../render/element.ts';
import { writeList } from '../markdown/write-list.ts';

/** A bulleted list. */
export const bulletList: NodeDefinition = {
  name: 'bulletList',
  group: 'block',
  content: 'listItem+',
  isForComments: true,
  migrations: [{ to: 1, formerNames: ['bullet_list'] }],
  attributes: { id: blockId() },
  markdown: {
    write: (node, writer, isSecond) => writeList(node, writer, () => (isSecond ? '*' : '-')),
    inPlace: [],
    pairs: { bullet_list: () => ({}) },
  },
  html: { tags: ['ul', 'menu', 'dir'], isNative: true },
};

/** `<ul>`. */
export const renderBulletList: RenderNode = (node, context, extra) => context.h('ul', extra, ...context.children(node));
