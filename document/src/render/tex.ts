import type { RenderContext } from './element.ts';
import { renderMarkup } from './markup.ts';

/** Renders a formula as MathML with the TeX as its label for screen readers, or as the TeX itself if there is no rendering. */
export function renderTex<T>(tex: string, context: RenderContext<T>): T {
  const { of, markup } = context.rendering();
  const rendered = of === tex.length ? renderMarkup(markup, 'math', { alttext: tex }, context) : null;
  return rendered ?? context.h('code', { class: 'language-tex' }, tex);
}
