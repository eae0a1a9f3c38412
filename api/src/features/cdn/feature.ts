import type { Feature } from '../../feature.ts';

/** The CDN in front of the site, which is told when public pages change. */
export const cdn: Feature = {
  name: 'cdn',
  start: async (ground) => (await import('./start-cdn.ts')).startCdn(ground),
};
