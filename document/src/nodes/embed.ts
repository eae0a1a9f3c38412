import { findElement, hasClass, textOfPieces } from '../html-in/html-tree.ts';
import { blockId, flag, longText, oneOf, optionalLine, optionalUrl } from '../schema/attribute.ts';
import { textAttribute, type NodeDefinition } from '../schema/definition.ts';
import { choiceOf, classes, stringOf, type RenderNode } from '../render/element.ts';
import { renderFrame, titleOfFrame } from '../render/frame.ts';

const embedPositions = ['inline', 'hang'] as const;

/** A post, video or sandbox from another site. `html` and `scriptSrc` are stored but never rendered. */
export const embed: NodeDefinition = {
  name: 'embed',
  group: 'block',
  isForComments: true,
  attributes: {
    src: optionalUrl('media'),
    scriptSrc: optionalUrl('media'),
    uniqueId: blockId(),
    embedPosition: oneOf(embedPositions, 'inline'),
    url: optionalUrl('media'),
    title: optionalLine(300),
    html: longText(20_000),
    loading: flag(),
  },
  markdownNames: { embedPosition: 'position' },
  markdown: {
    write: (node, writer) => {
      const attributes = writer.attributes(node);
      return attributes === '' ? '::embed' : `::embed{${attributes}}`;
    },
    directives: [{ name: 'embed', isContainer: false }],
  },
  text: (node) => textAttribute(node, 'url'),
  isSubstance: true,
  html: {
    tags: ['iframe', 'p'],
    // In a comment, no other node can hold a frame, so it is read as this one.
    read: (element) => {
      if (element.tag === 'iframe')
        return { attrs: { src: element.attributes['src'], url: element.attributes['src'], title: titleOfFrame(element) }, content: [] };
      const link = hasClass(element, 'embed') ? findElement(element, ({ tag }) => tag === 'a') : undefined;
      if (link === undefined) return null;
      const url = link.attributes['href'];
      const title = textOfPieces(link.children);
      return { attrs: { url, title: title === url ? null : title }, content: [] };
    },
  },
};

const positionNames = new Set(embedPositions);

/** A frame or a link. */
export const renderEmbed: RenderNode = (node, context, extra) => {
  const position = choiceOf(node, 'embedPosition', positionNames, 'inline');
  const url = stringOf(node, 'url');
  const name = classes('embed', position === 'hang' && 'embed--hang') ?? '';
  return renderFrame(
    { src: stringOf(node, 'src'), url, title: stringOf(node, 'title') || url || 'Embedded content', class: name },
    context,
    extra,
  );
};
