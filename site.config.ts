/**
 * The default name and links of the site. Administrators change them in the browser, under Administration → Site. The texts of the home page
 * are in home.config.ts, those of the pricing pages in pages.config.ts. embeds.config.ts lists what can be embedded in texts, and
 * sources.config.ts other hosts that pages load from. Everything else that differs between sites is an environment variable (.env.example) or
 * content in the database.
 */
export const site = {
  name: 'newline',
  /** The first year of the copyright line. */
  foundedYear: 2026,
  /** One sentence, for search engines and link previews. */
  description: 'Courses, books and clips to read, watch and discuss, line by line.',
  /** The publisher of the site, for search engines. */
  organization: {
    name: 'newline',
    /** A path on this site or an https URL; at least 112 px wide. */
    logo: '/icon-512.png',
    /** The URL of the organization; null for this site (PUBLIC_URL). */
    url: null as string | null,
  },
  /** The navigation in the header. List only pages that exist. */
  navigation: [
    { label: 'Courses', url: '/courses' },
    { label: 'Books', url: '/books' },
    // Shown as soon as there are articles.
    { label: 'Articles', url: '/articles' },
    { label: 'Clips', url: '/clips' },
    { label: 'Pricing', url: '/pricing' },
    { label: 'Library', url: '/library' },
  ],
  /** The email address for readers' questions; null to show none. */
  contact: null as string | null,
  /** How to report a vulnerability, as shown in `/.well-known/security.txt` (RFC 9116). Without a contact, it has the support email address. */
  security: {
    /** `mailto:` or https URLs, preferred one first. */
    contacts: [] as readonly string[],
    languages: ['en'],
    /** A page with your rules for reports; null without one. */
    policyUrl: null as string | null,
  },
  /** The community chat, shown to Pro readers; null without one. */
  communityUrl: null as string | null,
  /** The application form for people who want to teach, on another site. */
  applyUrl: null as string | null,
} as const;
