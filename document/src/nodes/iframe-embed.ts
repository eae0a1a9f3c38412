import { blockId, optionalInteger, optionalLine, requiredUrl } from '../schema/attribute.ts';
import { textAttribute, type NodeDefinition } from '../schema/definition.ts';
import { integerOf, stringOf, type RenderNode } from '../render/element.ts';
import { renderFrame, titleOfFrame } from '../render/frame.ts';

/** A page of an allowed host in a frame. */
export const iframeEmbed: NodeDefinition = {
  name: 'iframeEmbed',
  group: 'block',
  isForComments: false,
  attributes: { src: requiredUrl('media'), title: optionalLine(300), height: optionalInteger(40, 4000), id: blockId() },
  markdown: {
    write: (node, writer) => `::iframe{${writer.attributes(node)}}`,
    directives: [{ name: 'iframe', isContainer: false }],
  },
  text: (node) => textAttribute(node, 'src'),
  isSubstance: true,
  html: {
    tags: ['iframe'],
    read: (element) => {
      const { src, height } = element.attributes;
      return { attrs: { src, title: titleOfFrame(element), height }, content: [] };
    },
  },
};

/** A frame or a link. */
export const renderIframeEmbed: RenderNode = (node, context, extra) => {
  const src = stringOf(node, 'src');
  return renderFrame(
    { src, url: src, title: stringOf(node, 'title') || src, height: integerOf(node, 'height', 40, 4000), class: 'embed' },
    context,
    extra,
  );
};
