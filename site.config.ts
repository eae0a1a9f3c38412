/**
 * The name and the links of a site of which nobody has set anything: administrators change them in the browser, under Administration → Site. The words
 * of the home page are in home.config.ts. Everything else that differs from site to site is an environment variable (.env.example) or content in the database.
 * What may be embedded in texts stands beside it, in embeds.config.ts, other hosts that pages load from in sources.config.ts, and the words of the
 * pages about money in pages.config.ts.
 */
export const site = {
  name: 'newline',
  /** The first year of the copyright line. */
  foundedYear: 2026,
  /** One sentence, for search engines and link previews. */
  description: 'Books, courses and one-minute clips for developers on the way from junior to senior.',
  /** Who publishes the site, as search engines are told on every page. */
  organisation: {
    name: 'newline',
    /** A path on this site or an https address; at least 112 px wide. */
    logo: '/icon-512.png',
    /** The address of the organisation; null where it is the address of this site (PUBLIC_URL). */
    url: null as string | null,
  },
  /** The navigation of the header. Only pages that exist. */
  navigation: [
    { label: 'Courses', url: '/courses' },
    { label: 'Books', url: '/books' },
    // Shown as soon as there are articles.
    { label: 'Articles', url: '/articles' },
    { label: 'Clips', url: '/clips' },
    { label: 'Pricing', url: '/pricing' },
    { label: 'Library', url: '/library' },
  ],
  /** The email address that readers write to; null shows none. */
  contact: null as string | null,
  /** How to report a vulnerability: `/.well-known/security.txt` says it (RFC 9116). Without a contact it names the support email address. */
  security: {
    /** `mailto:` or https URLs, the one you prefer first. */
    contacts: [] as readonly string[],
    languages: ['en'],
    /** A page with your rules for reports; null where there is none. */
    policyUrl: null as string | null,
  },
  /** The community chat, shown to Pro readers; null where there is none. */
  communityUrl: null as string | null,
  /** The form for those who want to teach, a page elsewhere. */
  applyUrl: null as string | null,
} as const;
