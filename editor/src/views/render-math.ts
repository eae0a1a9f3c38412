import type { RenderPreview } from './live-preview-view.ts';

/** Renders TeX as MathML. The library is loaded with the first formula; a formula can't load or link anything. */
export const renderMath: RenderPreview = async (source, target) => {
  const { default: temml } = await import('temml');
  temml.render(source, target, { displayMode: true, throwOnError: true, trust: false, maxExpand: 1000, maxSize: [50, 50] });
};
