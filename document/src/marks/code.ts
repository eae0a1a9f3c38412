import type { MarkDefinition } from '../schema/definition.ts';
import { leftToRight } from '../render/element.ts';
import type { RenderMark } from '../render/mark.ts';

/** Inline code. */
export const code: MarkDefinition = { name: 'code', isForComments: true, attributes: {} };

/** `<code>`. */
export const renderCode: RenderMark = (_mark, context, content) =>
  context.h('code', { dir: leftToRight(context), translate: 'no' }, ...content);
