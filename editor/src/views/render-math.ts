import type { RenderPreview } from './live-preview-view.ts';

/** Renders TeX as MathML. The library is loaded with the first formula; a formula can't load or link anything. */
export const renderMath: RenderPreview = (source, target) => render(source, target, true);

/** Renders TeX like `renderMath`, for a formula within a line. */
export const renderInlineMath: RenderPreview = (source, target) => render(source, target, false);

async function render(source: string, target: HTMLElement, displayMode: boolean): Promise<void> {
  const { default: temml } = await import('temml');
  temml.render(source, target, { displayMode, throwOnError: true, trust: false, maxExpand: 1000, maxSize: [50, 50] });
}
