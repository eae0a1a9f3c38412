import { site as standard } from '../../../../site.config.ts';
import type { LegalPage, SiteLink, SiteSettings } from './settings.ts';

// A process, like a page in a browser, belongs to one site. The server replaces the settings when they change; a browser gets them with the document.
let current: Partial<SiteSettings> = {};

/** Makes `site` follow these settings; what is missing is as in site.config.ts. */
export function setSite(settings: Partial<SiteSettings>): void {
  current = settings;
}

/** What the site is called where nobody has set it. */
export const standardSite = { name: standard.name, description: standard.description } as const;

/** The image in the header instead of the name. */
export type Wordmark = { readonly lightUrl: string; readonly darkUrl: string | null; readonly width: number; readonly height: number };

/**
 * The site as it is now: what its administrators set, and site.config.ts for the rest. Ask when you need it: a constant of a module would stay as
 * it was when the process started.
 */
export const site = {
  get name(): string {
    return current.name ?? standard.name;
  },
  foundedYear: standard.foundedYear,
  get description(): string {
    return current.description ?? standard.description;
  },
  /** Null while the header shows the name. */
  get wordmark(): Wordmark | null {
    const { wordmarkLight, wordmarkDark, wordmarkWidth, wordmarkHeight } = current;
    if (!wordmarkLight || !wordmarkWidth || !wordmarkHeight) return null;
    return { lightUrl: wordmarkLight, darkUrl: wordmarkDark ?? null, width: wordmarkWidth, height: wordmarkHeight };
  },
  /** True while the name is the one that the return mark is drawn into. */
  get hasStandardName(): boolean {
    return site.name === standard.name;
  },
  get navigation(): readonly SiteLink[] {
    return current.navigation ?? site.standardNavigation;
  },
  /** The navigation of a site whose owner hasn't set another: with the articles while there are any. */
  get standardNavigation(): readonly SiteLink[] {
    return standard.navigation.filter(({ url }) => url !== '/articles' || current.hasArticles);
  },
  /** What sets the addresses of the owner's icons apart from those of others; empty while the icons are ours. */
  get iconQuery(): string {
    const [, key = ''] = /^\/media\/a\/([a-z0-9]+)\//.exec(current.icon ?? '') ?? [];
    return key === '' ? '' : `?${key}`;
  },
  get footerLinks(): readonly SiteLink[] {
    return current.footerLinks ?? [];
  },
  /** Links to the owner's published pages, for the footer. */
  get footerPages(): readonly SiteLink[] {
    return current.footerPages ?? [];
  },
  /** Which of the pages that sign-up and checkout refer to are published. */
  get legalPages(): readonly LegalPage[] {
    return current.legalPages ?? [];
  },
  /** Links to the profiles of the site elsewhere. */
  get profiles(): readonly SiteLink[] {
    return current.profiles ?? [];
  },
  /** Where people write to who need help; null shows no address. */
  get contact(): string | null {
    return current.supportEmail ?? standard.contact;
  },
  communityUrl: standard.communityUrl,
  /** The application form for people who want to teach; null where there is none. */
  get applyUrl(): string | null {
    return current.applyUrl ?? standard.applyUrl;
  },
  /** The background of each theme, for the browser's own frame. */
  get paperLight(): string {
    return current.paperLight ?? '#f4f5f1';
  },
  get paperDark(): string {
    return current.paperDark ?? '#101512';
  },
};
