import { isCaptionNumber } from '../html-in/html-tree.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import type { RenderNode } from '../render/element.ts';

/** The caption of code, a table or a diagram. */
export const caption: NodeDefinition = {
  name: 'caption',
  content: 'inline*',
  isForComments: false,
  attributes: {},
  html: {
    tags: ['figcaption'],
    isNative: true,
    read: (element) => ({ attrs: {}, content: element.children.filter((piece) => !isCaptionNumber(piece)) }),
  },
};

/** `<figcaption>` without a number. */
export const renderCaption: RenderNode = (node, context, extra) => context.h('figcaption', extra, ...context.children(node));
