import type { MarkDefinition } from '../schema/definition.ts';
import { leftToRight } from '../render/element.ts';
import type { RenderMark } from '../render/mark.ts';
import { renderTex } from '../render/tex.ts';

/** A formula within a line, written in TeX. */
export const formula: MarkDefinition = {
  name: 'formula',
  isForComments: true,
  attributes: {},
};

/** `<span class="formula">` with MathML, or with the TeX itself if there is no rendering. */
export const renderFormula: RenderMark = (_mark, context, content) => {
  const tex = content.map((piece) => (typeof piece === 'string' ? piece : '')).join('');
  return context.h('span', { class: 'formula', dir: leftToRight(context), translate: 'no' }, renderTex(tex, context));
};
