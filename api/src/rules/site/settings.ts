import type { SiteLook } from './site-look.ts';

/** A link in the header or footer, or to a profile. */
export type SiteLink = { readonly label: string; readonly url: string };

/** A number on the home page. */
export type SiteClaim = { readonly figure: string; readonly words: string };

/** The settings under Administration → Site; null fields fall back to site.config.ts. */
export type SiteSettings = SiteLook & {
  readonly name: string | null;
  readonly description: string | null;
  readonly wordmarkLight: string | null;
  readonly wordmarkDark: string | null;
  readonly wordmarkWidth: number | null;
  readonly wordmarkHeight: number | null;
  readonly icon: string | null;
  readonly navigation: readonly SiteLink[] | null;
  readonly footerLinks: readonly SiteLink[];
  readonly profiles: readonly SiteLink[];
  readonly organizationName: string | null;
  readonly organizationUrl: string | null;
  readonly supportEmail: string | null;
  readonly applyUrl: string | null;
  readonly claims: readonly SiteClaim[];
  readonly catalogFigure: string | null;
  /** False while nothing is for sale: then nothing leads to the prices. */
  readonly isSelling: boolean;
  /** False while no plan is for sale: then nothing offers Pro. */
  readonly isSellingPlans: boolean;
  readonly revision: number;
};

/** The settings of a new site. */
export const unsetSettings: SiteSettings = {
  name: null,
  description: null,
  wordmarkLight: null,
  wordmarkDark: null,
  wordmarkWidth: null,
  wordmarkHeight: null,
  icon: null,
  accentLight: null,
  accentDark: null,
  paperLight: null,
  paperDark: null,
  font: 'SERIF',
  navigation: null,
  footerLinks: [],
  profiles: [],
  organizationName: null,
  organizationUrl: null,
  supportEmail: null,
  applyUrl: null,
  claims: [],
  catalogFigure: null,
  isSelling: true,
  isSellingPlans: true,
  revision: 0,
};
