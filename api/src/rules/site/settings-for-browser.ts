import { siteSettings } from './site-settings.ts';
import { type SiteSettings, unsetSettings } from './settings.ts';

/** Settings that only the server needs: they're in the HTML of the pages that show them. */
const hidden: ReadonlySet<string> = new Set<keyof SiteSettings>([
  'accentLight',
  'accentDark',
  'font',
  'claims',
  'catalogFigure',
  'organizationName',
  'organizationUrl',
  'revision',
]);

/** Returns the settings for the browser as JSON; null if they all have their defaults. `settingsOfDocument` reads it. */
export function settingsForBrowser(): string | null {
  const unset: Readonly<Record<string, unknown>> = unsetSettings;
  const entries = Object.entries(siteSettings()).filter(
    ([name, value]) => !hidden.has(name) && JSON.stringify(value) !== JSON.stringify(unset[name]),
  );
  return entries.length === 0 ? null : JSON.stringify(Object.fromEntries(entries));
}
