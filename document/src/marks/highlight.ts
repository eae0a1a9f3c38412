import type { MarkDefinition } from '../schema/definition.ts';
import type { RenderMark } from '../render/mark.ts';

/** Highlighted text. */
export const highlight: MarkDefinition = {
  name: 'highlight',
  isForComments: false,
  attributes: {},
  tag: 'mark',
};

/** `<mark>`. */
export const renderHighlight: RenderMark = (_mark, context, content) => context.h('mark', {}, ...content);
