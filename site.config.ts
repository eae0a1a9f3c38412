/**
 * What an owner changes first: the name and the links. The words of the home page stand beside it, in home.config.ts.
 * Everything else that differs from site to site is an environment variable (.env.example) or content in the database.
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
    /** Profiles elsewhere, whole addresses. They stand in the footer, too. */
    profiles: [
      { label: 'GitHub', url: 'https://github.com/newline-example' },
      { label: 'Mastodon', url: 'https://mastodon.example/@newline' },
      { label: 'YouTube', url: 'https://www.youtube.com/@newline-example' },
    ],
  },
  /** The navigation of the header. Only pages that exist. */
  navigation: [
    { label: 'Courses', path: '/courses' },
    { label: 'Books', path: '/books' },
    { label: 'Clips', path: '/clips' },
    { label: 'Pricing', path: '/pricing' },
    { label: 'Library', path: '/library' },
  ],
  /** Where somebody writes to who cannot pay here; null shows no address. */
  contact: null as string | null,
  /** How to report a vulnerability: `/.well-known/security.txt` says it (RFC 9116). */
  security: {
    /** `mailto:` or https URLs, the one you prefer first. */
    contacts: ['mailto:security@newline.example'],
    languages: ['en'],
    /** A page with your rules for reports; null where there is none. */
    policyUrl: null as string | null,
  },
  /** The community chat, shown to Pro readers; null where there is none. */
  communityUrl: null as string | null,
  /** The form for those who want to teach, a page elsewhere. */
  applyUrl: 'https://forms.newline.example/apply-to-teach',
} as const;
