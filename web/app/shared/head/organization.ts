import { siteOrganization } from '@newline/api/rules/site/organization';
import { site } from '@newline/api/rules/site/site';

/** The organization behind the site as schema.org describes one: the settings of the site, or site.config.ts. */
export function organizationOf(publicUrl: string): object {
  const { name, logo, url } = siteOrganization();
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    url: url ?? publicUrl,
    logo: new URL(logo, publicUrl).href,
    sameAs: site.profiles.map((profile) => profile.url),
  };
}
