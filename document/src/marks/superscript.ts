import type { MarkDefinition } from '../schema/definition.ts';
import type { RenderMark } from '../render/mark.ts';

/** Raised text, as in x². */
export const superscript: MarkDefinition = {
  name: 'superscript',
  isForComments: false,
  attributes: {},
  tag: 'sup',
};

/** `<sup>`. */
export const renderSuperscript: RenderMark = (_mark, context, content) => context.h('sup', {}, ...content);
