import type { SiteLook } from './site-look.ts';

/** A link in the header or footer, or to a profile. */
export type SiteLink = { readonly label: string; readonly url: string };

/** A page that other pages refer to, once it is published. */
export type LegalPage = 'terms' | 'privacy' | 'refunds';

/** A number on the home page. */
export type SiteClaim = { readonly figure: string; readonly words: string };

/** Data that depends on content instead of settings. It's read with the settings, because every page needs it. */
export type SiteContent = {
  /** Links to published site pages, in order. */
  readonly footerPages: readonly SiteLink[];
  /** Which of these pages are published. */
  readonly legalPages: readonly LegalPage[];
  /** True if lists for visitors contain articles. */
  readonly hasArticles: boolean;
  /** False while nothing is for sale. No page then links to the prices. */
  readonly isSelling: boolean;
  /** False while no plan is for sale. No page then offers Pro. */
  readonly isSellingPlans: boolean;
};

/** The settings under Administration → Site; null fields fall back to site.config.ts. */
export type SiteSettings = SiteLook &
  SiteContent & {
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
  footerPages: [],
  legalPages: [],
  hasArticles: false,
  revision: 0,
};
