import { site as standard } from '../../../../site.config.ts';
import type { LegalPage, SiteLink, SiteSettings } from './settings.ts';

// A process, like a page in a browser, belongs to one site. The server replaces the settings when they change; a browser gets them with the document.
let current: Partial<SiteSettings> = {};

/** Applies settings to `site`; missing ones fall back to site.config.ts. */
export function setSite(settings: Partial<SiteSettings>): void {
  current = settings;
}

/** The default name of the site. */
export const standardSite = { name: standard.name, description: standard.description } as const;

/** The image in the header instead of the name. */
export type Wordmark = { readonly lightUrl: string; readonly darkUrl: string | null; readonly width: number; readonly height: number };

/**
 * The current settings of the site: what administrators set, and site.config.ts for the rest. Read them when you need them: a constant in a
 * module would keep the value from the start of the process.
 */
export const site = {
  get name(): string {
    return current.name ?? standard.name;
  },
  foundedYear: standard.foundedYear,
  get description(): string {
    return current.description ?? standard.description;
  },
  /** Null if the header shows the name. */
  get wordmark(): Wordmark | null {
    const { wordmarkLight, wordmarkDark, wordmarkWidth, wordmarkHeight } = current;
    if (!wordmarkLight || !wordmarkWidth || !wordmarkHeight) return null;
    return { lightUrl: wordmarkLight, darkUrl: wordmarkDark ?? null, width: wordmarkWidth, height: wordmarkHeight };
  },
  /** True if the name is the default one, which contains the return mark. */
  get hasStandardName(): boolean {
    return site.name === standard.name;
  },
  /** The links in the header, without those whose page is still empty. */
  get navigation(): readonly SiteLink[] {
    return site.chosenNavigation.filter(({ url }) => url !== '/pricing' || site.isSelling);
  },
  /** The links in the header, as chosen. */
  get chosenNavigation(): readonly SiteLink[] {
    return current.navigation ?? site.standardNavigation;
  },
  /** The default navigation, which includes the articles if there are any. */
  get standardNavigation(): readonly SiteLink[] {
    return standard.navigation.filter(({ url }) => url !== '/articles' || current.hasArticles);
  },
  /** False while nothing is for sale. No page then links to the prices. */
  get isSelling(): boolean {
    return current.isSelling ?? true;
  },
  /** False while no plan is for sale. No page then offers Pro. */
  get isSellingPlans(): boolean {
    return current.isSellingPlans ?? true;
  },
  /** Makes the URLs of an uploaded icon differ from those of other icons; empty for the default icons. */
  get iconQuery(): string {
    const [, key = ''] = /^\/media\/a\/([a-z0-9]+)\//.exec(current.icon ?? '') ?? [];
    return key === '' ? '' : `?${key}`;
  },
  get footerLinks(): readonly SiteLink[] {
    return current.footerLinks ?? [];
  },
  /** Links to published site pages, for the footer. */
  get footerPages(): readonly SiteLink[] {
    return current.footerPages ?? [];
  },
  /** Which of the pages that sign-up and checkout refer to are published. */
  get legalPages(): readonly LegalPage[] {
    return current.legalPages ?? [];
  },
  /** Links to the site's profiles on other sites. */
  get profiles(): readonly SiteLink[] {
    return current.profiles ?? [];
  },
  /** The email address for support; null to show none. */
  get contact(): string | null {
    return current.supportEmail ?? standard.contact;
  },
  communityUrl: standard.communityUrl,
  /** The application form for people who want to teach; null without one. */
  get applyUrl(): string | null {
    return current.applyUrl ?? standard.applyUrl;
  },
  /** The background of each theme, for the browser's own UI. */
  get paperLight(): string {
    return current.paperLight ?? '#f4f5f1';
  },
  get paperDark(): string {
    return current.paperDark ?? '#101512';
  },
};
