import type { MarkDefinition } from '../schema/definition.ts';
import type { RenderMark } from '../render/mark.ts';

/** Underlined text. */
export const underline: MarkDefinition = {
  name: 'underline',
  isForComments: false,
  attributes: {},
  tag: 'u',
};

/** `<u>`. */
export const renderUnderline: RenderMark = (_mark, context, content) => context.h('u', {}, ...content);
