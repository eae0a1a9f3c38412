import type { Ground, Running } from '../../feature.ts';
import { keepSiteSettings } from './keep-site-settings.ts';
import { createSiteImages } from './site-images.ts';

/** Reads the settings, and follows their changes from then on. */
export async function startSite({ pools, tags, log, use }: Ground): Promise<Running> {
  const siteImages = createSiteImages(use('attachments'));
  const end = await keepSiteSettings({ pool: pools.app, tags, log });
  return {
    services: { siteImages },
    async close() {
      end();
      await siteImages.close();
    },
  };
}
