import { type SiteSettings, unsetSettings } from './settings.ts';
import { setSite } from './site.ts';

let stored = unsetSettings;

/** Sets the settings of this process. */
export function setSiteSettings(settings: SiteSettings): void {
  stored = settings;
  setSite(settings);
}

/** Returns the current settings of the site. */
export function siteSettings(): SiteSettings {
  return stored;
}
