import type { MarkDefinition } from '../schema/definition.ts';
import type { RenderMark } from '../render/mark.ts';

/** Lowered text, as in H₂O. */
export const subscript: MarkDefinition = {
  name: 'subscript',
  isForComments: false,
  attributes: {},
  tag: 'sub',
};

/** `<sub>`. */
export const renderSubscript: RenderMark = (_mark, context, content) => context.h('sub', {}, ...content);
