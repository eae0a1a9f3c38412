/**
 * What an owner changes first: the name, the links, and the words of the home page.
 * Everything else that differs from site to site is an environment variable (.env.example) or content in the database.
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
  /** Other hosts that pages may load from (Content-Security-Policy), as 'https://host'. */
  sources: {
    img: ['https://avatars.githubusercontent.com'],
    media: [],
    frame: [],
    connect: [],
  },
  /** The navigation of the header. Only pages that exist. */
  navigation: [
    { label: 'Courses', path: '/courses' },
    { label: 'Books', path: '/books' },
    { label: 'Clips', path: '/clips' },
  ],
  home: {
    title: 'newline: read it closely, watch it run',
    /** The headline, one line each; the caret stands after the last. */
    headline: ['Read it closely.', 'Watch it run.', 'Write the next line'],
    lead: 'Books, courses and one-minute clips for developers on the way from junior to senior. Written by people who still get paged.',
    claims: [
      { figure: '500+', words: 'hours of video' },
      { figure: '15+', words: 'books' },
      { figure: '100,000+', words: 'developers' },
    ],
  },
} as const;
