import type { Feature } from '../../feature.ts';

/** Renders the code, formulas and diagrams of texts. */
export const rendering: Feature = {
  name: 'rendering',
  start: async (ground) => (await import('./start-rendering.ts')).startRendering(ground),
};
