import { site as standard } from '../../../../site.config.ts';
import type { SiteLook } from './site-look.ts';

/** A link of the header, the footer or a profile. */
export type SiteLink = { readonly label: string; readonly url: string };

/** Something that the home page says in numbers. */
export type SiteClaim = { readonly figure: string; readonly words: string };

/** What administrators set under Administration → Site; null is as site.config.ts says. */
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
  readonly revision: number;
};

/** A site of which nobody has set anything. */
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
  revision: 0,
};

// A process, like a page in a browser, belongs to one site: its settings are one value. The server replaces it when they change; a browser
// has what the document said.
let current = unsetSettings;

/** Sets the settings of this process, or of this page. */
export function setSiteSettings(settings: SiteSettings): void {
  current = settings;
}

/** The settings as they are now. */
export function siteSettings(): SiteSettings {
  return current;
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
    if (wordmarkLight === null || wordmarkWidth === null || wordmarkHeight === null) return null;
    return { lightUrl: wordmarkLight, darkUrl: wordmarkDark, width: wordmarkWidth, height: wordmarkHeight };
  },
  /** True while the name is the one that the return mark is drawn into. */
  get hasStandardName(): boolean {
    return current.name === null || current.name === standard.name;
  },
  get organisation() {
    const { name, logo, url } = standard.organisation;
    return {
      name: current.organizationName ?? current.name ?? name,
      logo: `${logo}${iconQuery()}`,
      url: current.organizationUrl ?? url,
      profiles: current.profiles,
    };
  },
  get navigation(): readonly SiteLink[] {
    return current.navigation ?? standard.navigation;
  },
  /** What sets the addresses of the owner's icons apart from those of others; empty while the icons are ours. */
  get iconQuery(): string {
    return iconQuery();
  },
  get footerLinks(): readonly SiteLink[] {
    return current.footerLinks;
  },
  /** Where people write to who need help; null shows no address. */
  get contact(): string | null {
    return current.supportEmail ?? standard.contact;
  },
  security: standard.security,
  communityUrl: standard.communityUrl,
  /** The application form for people who want to teach; null where there is none. */
  get applyUrl(): string | null {
    return current.applyUrl ?? standard.applyUrl;
  },
  get claims(): readonly SiteClaim[] {
    return current.claims;
  },
  /** The background of each theme, for the browser's own frame. */
  get paperLight(): string {
    return current.paperLight ?? '#f4f5f1';
  },
  get paperDark(): string {
    return current.paperDark ?? '#101512';
  },
  /** How many titles Pro includes, as the home page says it; null says no number. */
  get catalogFigure(): string | null {
    return current.catalogFigure;
  },
};

function iconQuery(): string {
  const [, key = ''] = /^\/media\/a\/([a-z0-9]+)\//.exec(current.icon ?? '') ?? [];
  return key === '' ? '' : `?${key}`;
}

/** Reads what `settingsForBrowser` wrote. */
export function settingsOfDocument(text: string | undefined): SiteSettings {
  return text === undefined ? unsetSettings : { ...unsetSettings, ...(JSON.parse(text) as Partial<SiteSettings>) };
}
