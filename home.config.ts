/**
 * The texts of the home page, and what is fixed on it. `{site}` is the name of the site. Its numbers are set under Administration → Site.
 * Administrators choose its titles, testimonials and authors (`updateHomePageById`). Everything else on the page comes from the database.
 */
export const home = {
  /** The title of the page, for search engines and tabs. */
  title: '{site}: read it closely, watch it run',
  /** The headline, line by line. The caret is after the last line. */
  headline: ['Read it closely.', 'Watch it run.', 'Write the next line'],
  lead: 'Books, courses and one-minute clips for developers on the way from junior to senior. Written by people who still get paged.',
  explore: { link: 'Explore the whole catalog' },
  highlights: { heading: 'Just published', note: 'The five newest, most recent first' },
  students: { title: 'Our students work at' },
  recent: {
    heading: 'Recent titles',
    description: '1-minute shorts and 3-5 minute videos from each, before you decide. No account needed.',
    link: 'All courses',
  },
  pro: {
    heading: 'Everything, for the price of one book a month.',
    /** `{price}` is the monthly price of the first plan on the pricing page. Without a plan, the section is left out. */
    price: '{site} Pro is about {price} a month. Cancel on the day you have read enough.',
    learnMore: 'Learn more about {site} Pro',
    /** `{titles}` is the number of titles that is set under Administration → Site, or empty. */
    features: [
      'Unlimited access to {titles}books, guides and courses',
      'Interactive live project demos',
      'Complete source code',
      '20% discount on every masterclass course',
      'Community chat access',
      'Full transcripts with code snippets',
      'Early access to future content',
    ],
    subscribe: 'Subscribe to {site} Pro',
    team: 'Get a Team Package',
  },
  newsletter: {
    heading: 'A newsletter on Fridays',
    lead: 'One bug we fixed, one idea worth keeping, one clip worth your minute. Nothing else, ever.',
    submit: "Let's Do This",
    hint: 'We’ll ask you to confirm by email first.',
    /** The list at the service that sends the newsletter. */
    listId: 'newsletter',
    /** The video next to the form, as for a clip; null to show none. */
    videoUrl: 'local:essay-8p2f' as string | null,
    videoTitle: 'A minute from a newsletter',
    posterSecond: 4,
    durationSeconds: null as number | null,
  },
  customers: { title: 'Read by the teams of' },
  authors: {
    heading: 'From the people who write here',
    apply: 'Apply to Teach',
    applyHint: 'Opens our application form in a new tab',
    /** Quotes from three authors. An author whose account was deleted is left out. */
    words: [
      {
        username: 'signe',
        quote: 'My editor asked “why this line?” about every line. The book is shorter by a third and sells twice as well.',
        role: 'Author of Fullstack D3',
        link: { label: 'See Fullstack D3', path: '/fullstack-d3' },
      },
      {
        username: 'hassan',
        quote: 'Readers comment on single words. I fix them the same day, and the page tells them so.',
        role: 'Author of Vue, Line by Line',
        link: { label: 'See the Vue books', path: '/vue' },
      },
      {
        username: 'nadia',
        quote: 'I teach one morning a month and the rest pays for itself. I had forgotten work could be like this.',
        role: 'Author of Reading Other People’s Code',
        link: { label: 'Write with us', path: '/write-with-us' },
      },
    ],
  },
  bubbles: { heading: 'Meet the {site} authors' },
  ways: {
    pro: { label: 'Read everything with Pro', note: 'Monthly, yearly, or for a team' },
    write: { label: 'Write a book with us', note: 'You know the subject. We edit, typeset and publish.' },
  },
  desk: { heading: 'This is your desk', lead: 'A working copy of what a Pro reader sees, on day fifty. Touch anything.' },
} as const;
