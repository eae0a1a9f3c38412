import { blockId, integer } from '../schema/attribute.ts';
import { numberAttribute, type NodeDefinition } from '../schema/definition.ts';
import { integerOf, type RenderNode } from '../render/element.ts';

/** A heading. Its `id` identifies the block; the anchor in the page is made from its text. */
export const heading: NodeDefinition = {
  name: 'heading',
  group: 'block',
  content: 'inline*',
  isForComments: true,
  attributes: { level: integer(1, 6, 1), id: blockId() },
  markdown: {
    write: (node, writer) => `${'#'.repeat(numberAttribute(node, 'level') ?? 1)} ${writer.inline(node.content ?? [], 'heading')}`.trimEnd(),
    inPlace: ['level'],
    pairs: { heading: (token) => ({ level: Number(token.tag.slice(1)) }) },
  },
  html: {
    tags: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    isNative: true,
    inPlace: ['level'],
    read: (element) => ({ attrs: { level: Number(element.tag.slice(1)) }, content: element.children }),
  },
};

/** `<h1>` to `<h6>` with an anchor. */
export const renderHeading: RenderNode = (node, context, extra) => {
  const level = integerOf(node, 'level', 1, 6) ?? 1;
  // Counted even when it isn't shown, so that the anchors of later headings don't depend on it.
  const anchor = context.anchor(context.text(node));
  const id = context.options.hasHeadingIds === false || anchor === '' ? undefined : anchor;
  return context.h(`h${level}`, { id, ...extra }, ...context.children(node));
};
