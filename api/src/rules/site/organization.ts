import { site as standard } from '../../../../site.config.ts';
import { site } from './site.ts';
import { siteSettings } from './site-settings.ts';

/** The organization behind the site, with the path of its logo; `url` is null for the site itself. */
export type SiteOrganization = { readonly name: string; readonly logo: string; readonly url: string | null };

/** Returns the organization from the settings of the site, or from site.config.ts. */
export function siteOrganization(): SiteOrganization {
  const { organizationName, organizationUrl, name } = siteSettings();
  const { organization } = standard;
  return {
    name: organizationName ?? name ?? organization.name,
    logo: `${organization.logo}${site.iconQuery}`,
    url: organizationUrl ?? organization.url,
  };
}
