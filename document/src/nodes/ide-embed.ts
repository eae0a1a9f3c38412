import { blockId, line, optionalInteger, requiredUrl } from '../schema/attribute.ts';
import { textAttribute, type NodeDefinition } from '../schema/definition.ts';
import { integerOf, stringOf, type RenderNode } from '../render/element.ts';
import { renderFrame } from '../render/frame.ts';

/** A project that opens in an editor in the page. */
export const ideEmbed: NodeDefinition = {
  name: 'ideEmbed',
  group: 'block',
  isForComments: false,
  attributes: { uniqueId: blockId(), src: requiredUrl('media'), title: line(300), file: line(500), height: optionalInteger(40, 4000) },
  markdown: {
    write: (node, writer) => `::ide{${writer.attributes(node)}}`,
    directives: [{ name: 'ide', isContainer: false }],
  },
  text: (node) => textAttribute(node, 'title'),
  isSubstance: true,
  html: {},
};

/** A frame or a link. */
export const renderIdeEmbed: RenderNode = (node, context, extra) => {
  const src = stringOf(node, 'src');
  const frame = { src, url: src, title: stringOf(node, 'title') || src, height: integerOf(node, 'height', 40, 4000) };
  return renderFrame({ ...frame, class: 'embed embed--ide' }, context, extra);
};
