import type { Feature } from '../../feature.ts';
import { SitePlugin } from './site-plugin.ts';

/** The name, the look and the links of the site, as administrators set them. */
export const site: Feature = {
  name: 'site',
  plugins: [SitePlugin],
  start: async (ground) => (await import('./start-site.ts')).startSite(ground),
};
