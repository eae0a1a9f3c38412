import { requiredUrl } from '../schema/attribute.ts';
import type { MarkDefinition } from '../schema/definition.ts';
import type { RenderMark } from '../render/mark.ts';
import { linkAttributes } from '../render/frame.ts';

/** A link. */
export const link: MarkDefinition = {
  name: 'link',
  isForComments: true,
  attributes: { href: requiredUrl('link') },
};

/** `<a>`, or only the text if the URL isn't allowed. */
export const renderLink: RenderMark = (mark, context, content) => {
  const attributes = linkAttributes(mark.attributes['href'], context);
  return attributes === null ? content : context.h('a', attributes, ...content);
};
