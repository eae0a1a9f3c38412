import { siteSettings } from './site-settings.ts';
import { type SiteSettings, unsetSettings } from './settings.ts';

/** What only the server needs: it is in the HTML where a page shows it. */
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

/** What of the settings a browser has to know, as JSON; null when all of it is as the code says. `settingsOfDocument` reads it. */
export function settingsForBrowser(): string | null {
  const unset: Readonly<Record<string, unknown>> = unsetSettings;
  const entries = Object.entries(siteSettings()).filter(
    ([name, value]) => !hidden.has(name) && JSON.stringify(value) !== JSON.stringify(unset[name]),
  );
  return entries.length === 0 ? null : JSON.stringify(Object.fromEntries(entries));
}
