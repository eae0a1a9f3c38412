/**
 * The default texts of the home page. Administrators edit them, order the sections and choose titles, testimonials and logos in the
 * browser, under Administration → Home page. `{site}` is the name of the site. Numbers are counted by the site. These texts appear on
 * every new site, so they promise nothing that its owner would have to keep; the demo has texts of its own.
 */
export const home = {
  /** The headline, line by line. The caret is after the last line. */
  headline: ['Read it closely.', 'Watch it run.', 'Write the next line'],
  lead: 'Read, watch and discuss, line by line.',
  /** The texts while nothing is published. */
  first: {
    headline: ['Every library', 'starts with', 'a first line'],
    lead: '{site} hasn’t published anything yet. Leave your email address to hear when it does.',
    newsletterHeading: 'Be there for the first one',
    newsletterLead: 'We’ll write when there’s something to read. You can unsubscribe anytime.',
  },
  /** The labels of the live event. Administrators enter its title and date in the browser. */
  event: { label: 'Live event', link: 'Join the event' },
  explore: { link: 'Explore the whole catalog' },
  highlights: { heading: 'Just published', note: 'Most recent first' },
  paths: { heading: 'Learning paths', link: 'All learning paths' },
  students: { title: 'Our students work at' },
  recent: {
    heading: 'Recent titles',
    description: 'Take a look before you decide.',
    link: 'All courses',
  },
  pro: {
    heading: 'Everything, in one subscription.',
    /** `{price}` is the monthly price of the first plan on the pricing page. Without a plan, the section is left out. */
    price: '{site} Pro is about {price} a month. Cancel anytime.',
    learnMore: 'Learn more about {site} Pro',
    /** `{titles}` is the number of titles or empty. */
    features: [
      'Unlimited access to {titles}courses and books',
      'Early access to titles that aren’t complete yet',
      '20% off titles that are sold separately',
    ],
    subscribe: 'Subscribe to {site} Pro',
    team: 'Get a Team Package',
  },
  newsletter: {
    heading: 'Newsletter',
    lead: 'Hear about new courses, books and articles. You can unsubscribe anytime.',
    submit: "Let's Do This",
    hint: 'We’ll ask you to confirm by email first.',
    /** The list at the service that sends the newsletter. */
    listId: 'newsletter',
  },
  customers: { title: 'Read by the teams of' },
  authors: {
    heading: 'From the people who write here',
    apply: 'Apply to Teach',
    applyHint: 'Opens our application form in a new tab',
  },
  bubbles: { heading: 'Meet the {site} authors' },
  ways: {
    pro: { label: 'Read everything with Pro', note: 'See what it includes and what it costs' },
    write: { label: 'Write with us', note: 'You know the subject, and you can explain it' },
  },
  desk: { heading: 'This is your desk', lead: 'A working copy of what a reader sees after a few weeks. Touch anything.' },
} as const;
