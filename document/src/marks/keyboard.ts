import type { MarkDefinition } from '../schema/definition.ts';
import { leftToRight } from '../render/element.ts';
import type { RenderMark } from '../render/mark.ts';

/** A key, or text to type. */
export const keyboard: MarkDefinition = {
  name: 'keyboard',
  isForComments: true,
  attributes: {},
  tag: 'kbd',
};

/** `<kbd>`. */
export const renderKeyboard: RenderMark = (_mark, context, content) =>
  context.h('kbd', { dir: leftToRight(context), translate: 'no' }, ...content);
