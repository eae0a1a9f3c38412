import type { RenderPreview } from './live-preview-view.ts';

/** Sets TeX as MathML. The library is loaded with the first formula; nothing in a formula may load or link anything. */
export const renderMath: RenderPreview = async (source, target) => {
  const { default: temml } = await import('temml');
  temml.render(source, target, { displayMode: true, throwOnError: true, trust: false, maxExpand: 1000, maxSize: [50, 50] });
};
