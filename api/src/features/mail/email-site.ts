import { papersOf } from '../../rules/site/colors.ts';
import { site } from '../../rules/site/site.ts';
import { siteSettings } from '../../rules/site/site-settings.ts';

/** The site's name, links and colors in emails. */
export type EmailSite = {
  readonly siteName: string;
  /** Whether it's the name that every new site has, which is shown on two lines. */
  readonly hasStandardName: boolean;
  readonly publicUrl: string;
  /** The email address for help; null without one. */
  readonly supportEmail: string | null;
  /** The background of each theme. */
  readonly papers: Readonly<Record<'light' | 'dark', string>>;
};

/** Returns the site's current settings for emails. */
export function emailSite(publicUrl: string): EmailSite {
  return {
    siteName: site.name,
    hasStandardName: site.hasStandardName,
    publicUrl,
    supportEmail: site.contact,
    papers: papersOf(siteSettings()),
  };
}
