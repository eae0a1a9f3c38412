import { classAfter } from '../html-in/html-tree.ts';
import { blockId, oneOf } from '../schema/attribute.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import { choiceOf, type RenderNode } from '../render/element.ts';

const blockTypes = ['information', 'tip', 'success', 'warning', 'error', 'important'] as const;

/** A quotation. */
export const blockquote: NodeDefinition = {
  name: 'blockquote',
  group: 'block',
  content: 'block+',
  isForComments: true,
  attributes: { blockType: oneOf(blockTypes, 'information'), id: blockId() },
  markdown: {
    write: (node, writer) =>
      writer
        .blocks(node.content ?? [])
        .split('\n')
        .map((line) => (line === '' ? '>' : `> ${line}`))
        .join('\n'),
    inPlace: [],
    pairs: { blockquote: () => ({}) },
  },
  html: {
    tags: ['blockquote'],
    isNative: true,
    inPlace: ['blockType'],
    read: (element) => ({ attrs: { blockType: classAfter(element, 'quote--') }, content: element.children }),
  },
};

const blockTypeNames = new Set(blockTypes);

/** `<blockquote>`, with a class for special quotations. */
export const renderBlockquote: RenderNode = (node, context, extra) => {
  const type = choiceOf(node, 'blockType', blockTypeNames, 'information');
  return context.h('blockquote', { class: type === 'information' ? undefined : `quote--${type}`, ...extra }, ...context.children(node));
};
