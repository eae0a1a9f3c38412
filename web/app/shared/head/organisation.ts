import { site } from '../../../../site.config.ts';

/** Returns the site's organization as schema.org structured data; everything comes from site.config.ts. */
export function organisationOf(publicUrl: string): object {
  const { name, logo, url, profiles } = site.organisation;
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    url: url ?? publicUrl,
    logo: new URL(logo, publicUrl).href,
    sameAs: profiles.map((profile) => profile.url),
  };
}
