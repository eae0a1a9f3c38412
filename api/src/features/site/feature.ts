import type { Feature } from '../../feature.ts';
import { SitePlugin } from './site-plugin.ts';

/** The site's name, look and links, as set by administrators. */
export const site: Feature = {
  name: 'site',
  plugins: [SitePlugin],
  start: async (ground) => (await import('./start-site.ts')).startSite(ground),
};
